// Elements.
dyno.dom = (() => {
    'use strict';

    /** Makes an element: attributes, then children (elements or text). */
    const el = (tag, attributes = {}, ...children) => {
        const element = document.createElement(tag);
        for (const [name, value] of Object.entries(attributes)) {
            if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
            else if (value !== false && value != null) element.setAttribute(name, value === true ? '' : value);
        }
        element.append(...children.flat().filter((c) => c != null && c !== false));
        return element;
    };

    /** A text whose options do not break after their hyphens. */
    const text = (words) => words.split(/(--?[a-z][\w-]*)/).map((part, i) => (i % 2 ? el('span', { class: 'option' }, part) : part));

    const section = (id, title, ...content) => el('section', { 'aria-labelledby': id }, el('h2', { id }, title), ...content);
    /** A section that is opened by its heading; printing opens it, too. */
    const fold = (id, title, ...content) => el('details', { class: 'fold' }, el('summary', { id }, title), ...content);
    const scroll = (...content) => el('div', { class: 'scroll' }, ...content);

    /** A percentile of a run: grey, with the reason on hover, if it has a mark; the kind of reason below it, if asked for. */
    const percentile = (run, tag, name, withKind) => {
        const why = dyno.format.markOf(run, tag, name);
        const text = dyno.format.marked(run, tag, name);
        return why ? el('span', { class: 'marked', title: why }, text, withKind && el('span', { class: 'note' }, why.split(':')[0])) : text;
    };

    /** Makes elements the children of one; those that are it already stay where they are, with the focus. */
    const place = (parent, children) => {
        if (parent.children.length !== children.length || children.some((c, i) => c !== parent.children[i])) parent.replaceChildren(...children);
    };

    return { el, place, text, percentile, section, fold, scroll };
})();
