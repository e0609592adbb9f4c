// A form of a load, made of the declared settings, with the command line that it stands for.
dyno.form = (() => {
    'use strict';
    const { el, text } = dyno.dom;
    const { ask } = dyno.server;

    const BEGIN = { '--rate': '1000', '--duration': '30', destination: 'queue://TEST_QUEUE' };
    const line = el('pre', { class: 'command' });
    const said = el('p', { class: 'hint', role: 'status' });
    const inputs = new Map();

    const values = () => [...inputs].map(([flag, input]) => [flag, input.type === 'checkbox' ? (input.checked ? 'true' : '') : input.value.trim().replace(/\s*\n\s*/g, '\n')]).filter(([, value]) => value);
    const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'");
    const show = () => {
        const given = values();
        const shown = (input, word) => (input.isPhrase ? word : input.type === 'password' ? '(hidden)' : quoted(word));
        line.textContent = ['dyno client', ...given.filter(([flag]) => flag !== 'destination').flatMap(([flag, value]) => (inputs.get(flag).type === 'checkbox' ? flag : value.split('\n').map((one) => flag + ' ' + shown(inputs.get(flag), one)))),
            ...given.filter(([flag]) => flag === 'destination').map(([, value]) => value)].join(' ');
    };

    const field = ({ flag, value, words, several }) => {
        const type = flag === '--password' ? 'password' : 'text';
        const input = several ? el('textarea', { rows: 1, placeholder: value + ', a line each', oninput: show }) : el('input', value ? { type, placeholder: value, value: BEGIN[flag], oninput: show } : { type: 'checkbox', onchange: show });
        // Two words are typed as on a command line.
        input.isPhrase = several && value.includes(' ');
        inputs.set(flag, input);
        return el('p', { class: 'field' }, el('label', {}, el('strong', {}, flag), ' ', input), el('span', { class: 'note' }, text(words)));
    };

    const start = async () => {
        said.textContent = 'Starting …';
        said.replaceChildren(...await ask('start', values()).then(({ url }) => ['The load has begun: ', el('a', { href: url, target: '_blank', rel: 'noopener' }, url)], (e) => [e.message]));
    };

    /** A section that is filled when it is opened. */
    const section = () => {
        const box = el('div', {});
        return el('details', {
            class: 'fold',
            ontoggle: async (e) => {
                if (!e.currentTarget.open || inputs.size) return;
                const { fields } = await ask('fields');
                const parts = [...new Set(fields.map((one) => one.part))];
                box.replaceChildren(line, el('p', {}, el('button', { type: 'button', onclick: start }, 'Start the load')), said,
                    field({ flag: 'destination', value: 'queue://NAME, topic://NAME', words: 'Where messages are sent and received; several with spaces between.' }),
                    ...fields.filter((one) => one.often).map(field),
                    ...parts.map((part) => el('details', { class: 'more' }, el('summary', {}, 'More: ' + part), fields.filter((one) => one.part === part && !one.often).map(field))));
                show();
            },
        }, el('summary', { id: 'new' }, 'Start a load'), box);
    };

    return { section };
})();
