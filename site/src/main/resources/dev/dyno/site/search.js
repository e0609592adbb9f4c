// Sections that have all words; those with a word in their titles come first, those of the changelog last. A word is found at the beginning of others, too.
const field = document.getElementById('search');
const list = document.getElementById('found');
const most = 20;

function find(words) {
  const found = [];
  for (const [url, page, title, text] of searchIndex) {
    const heads = `${page} ${title}`.toLowerCase();
    const all = `${heads} ${text.toLowerCase()}`;
    if (words.every(word => all.includes(word))) {
      const score = words.reduce((sum, word) => sum + (title.toLowerCase().includes(word) ? 3 : 0) + (heads.includes(word) ? 2 : 0)
        + Math.min(2, all.split(word).length - 1), page === 'Changelog' ? -most : 0);
      found.push({ url, page, title, text, score });
    }
  }
  return found.sort((a, b) => b.score - a.score).slice(0, most);
}

function excerpt(text, word) {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);
  return (at > 0 ? '… ' : '') + text.slice(at, at + 140) + (text.length > at + 140 ? ' …' : '');
}

function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(word => word.length > 0);
  const found = words.length === 0 ? [] : find(words);
  list.hidden = words.length === 0;
  list.replaceChildren(...found.map(({ url, page, title, text }) => {
    const link = document.createElement('a');
    link.href = document.body.dataset.root + url;
    link.textContent = page === title ? title : `${page}: ${title}`;
    const small = document.createElement('small');
    small.textContent = excerpt(text, words[0]);
    link.append(small);
    const item = document.createElement('li');
    item.append(link);
    return item;
  }));
  if (found.length === 0) {
    list.textContent = 'No section has all of these words.';
  }
}

field.addEventListener('input', show);
document.addEventListener('keydown', event => {
  if (event.key === '/' && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  } else if (event.key === 'Escape') {
    field.value = '';
    show();
  }
});
