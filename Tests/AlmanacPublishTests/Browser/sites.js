// The extent of the map for a campus with several sites.
play(async (seen) => {
  const width = () => ({ metres: theMap.getBounds().getSouthWest().distanceTo(theMap.getBounds().getNorthEast()) });
  seen.start = { ...width(), pins: pins() };
  theMap.setZoom(theMap.getMinZoom(), { animate: false });
  seen.all = width();
});
