// Shares the URL of an event's page: with the device's dialog, else by copying it.

/** A button that shares an event. */
function shareButton(event, title) {
  const button = element('button', { type: 'button', text: translate('Share') });
  const address = new URL(`event/${event.id}.html`, location.href).href;
  button.addEventListener('click', async () => {
    if (navigator.share) {
      // Closing the dialog is no error.
      await navigator.share({ title, url: address }).catch(() => {});
      return;
    }
    await copy(address);
    button.textContent = translate('Link copied');
    button.setAttribute('aria-live', 'polite');
    setTimeout(() => { button.textContent = translate('Share'); }, 3_000);
  });
  return button;
}

/** Copies a text. Pages on disk and old browsers can only copy a selection. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = element('textarea', { class: 'unseen', 'aria-hidden': 'true' });
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
}
