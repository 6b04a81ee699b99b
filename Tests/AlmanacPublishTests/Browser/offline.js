// Three visits: with the network, with the service worker, and without the network.
play(async (seen) => {
  const visit = Number(sessionStorage.getItem('visit') ?? 0);
  sessionStorage.setItem('visit', String(visit + 1));
  const again = async () => {
    location.reload();
    await new Promise(() => {});
  };
  if (visit === 0) {
    await navigator.serviceWorker.ready;
    for (let tries = 0; tries < 200 && !(await caches.match('lang/zh.js')); tries += 1) await rest(100);
    await again();
  }
  if (visit === 1) {
    seen.isControlled = Boolean(navigator.serviceWorker.controller);
    const picture = new Image();
    picture.src = 'stop.png';
    await picture.decode().catch(() => {});
    await again();
  }
  seen.titles = titles();
  seen.pins = pins();
  seen.manifest = document.querySelector('link[rel=manifest]').getAttribute('href');
  // A missing file proves that the server does not respond.
  const missing = new Image();
  missing.src = 'nothing.png';
  seen.isOffline = await missing.decode().then(() => false, () => true);
  seen.errors = [];
});
