// "Edit here" of an example opens the playground with its text below it, in place.
for (const link of document.querySelectorAll('.try a')) {
  const button = document.createElement('button');
  button.textContent = 'Edit here';
  button.setAttribute('aria-expanded', 'false');
  button.addEventListener('click', () => {
    const open = button.getAttribute('aria-expanded') === 'true';
    button.setAttribute('aria-expanded', String(!open));
    button.textContent = open ? 'Edit here' : 'Close';
    if (open) {
      link.parentElement.nextElementSibling.remove();
      return;
    }
    const frame = document.createElement('iframe');
    frame.className = 'playground';
    frame.title = 'Playground with this example';
    frame.src = link.href;
    link.parentElement.after(frame);
  });
  link.before(button, ' \u00b7 ');
}
