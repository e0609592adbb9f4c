// The stored runs of a place: search, compare, trend, mark, delete.
dyno.runs = (() => {
    'use strict';
    const { number, duration } = dyno.format;
    const { el, scroll } = dyno.dom;
    const { ask } = dyno.server;

    const COLUMNS = [
        ['Started (UTC)', (r) => r.started.replace('T', ' ').slice(0, 19)],
        ['Broker', (r) => [r.broker, r.broker_version].filter(Boolean).join(' ')],
        ['Sent /s', (r) => rate(r.sent_per_s), true],
        ['Received /s', (r) => rate(r.received_per_s), true],
        ['Latency', (r) => r.latency],
        ['p50', (r) => time(r.p50_ns), true],
        ['p99', (r) => time(r.p99_ns), true],
        ['Lost', (r) => (r.lost == null ? '' : number(r.lost)), true],
        ['Verdict', (r) => r.verdict + (r.verdict === 'VALID' && r.reach ? ' to ' + r.reach : '')],
        ['Tags', (r) => r.tags],
        ['Mark', (r) => [r.mark, r.comment].filter(Boolean).join(': ')],
    ];
    const FIGURES = ['p50', 'p99', 'p99.9', 'load-rate'];
    const rate = (value) => (value == null ? '' : number(value));
    const time = (ns) => (ns == null ? '' : duration(ns));

    let runs = [];
    const chosen = new Set();
    const body = el('tbody', {});
    const said = el('p', { class: 'hint', role: 'status' });
    const search = el('input', { type: 'search', placeholder: 'name, broker, tag, verdict …', oninput: () => show() });
    const names = () => [...chosen].join();
    const open = (path, values) => { window.open(path + '?' + new URLSearchParams(values), '_blank', 'noopener'); };
    const button = (words, onclick) => el('button', { type: 'button', onclick }, words);
    const compare = button('Report', () => open('report', { runs: names() }));
    const figure = el('select', { 'aria-label': 'Figure of the trend' }, FIGURES.map((name) => el('option', { selected: name === 'p99' }, name)));
    const by = el('select', { 'aria-label': 'Points of the trend' });
    const trend = button('Trend', () => open('trend', { figure: figure.value, by: by.value, name: runs.find((r) => chosen.has(r.run)).name }));
    const kind = el('select', { 'aria-label': 'Mark' }, ['valid', 'invalid', 'retired'].map((name) => el('option', {}, name)));
    const mark = button('Mark', () => {
        const comment = prompt('Why is it ' + kind.value + '?', '');
        if (comment != null) take('mark', { runs: names(), mark: kind.value, comment });
    });
    const remove = button('Delete', () => {
        if (confirm('Delete ' + chosen.size + (chosen.size === 1 ? ' run' : ' runs') + ' with all files?')) take('delete', { runs: names() });
    });

    /** Shows the runs as they are after an action, or why it was not done. */
    const take = async (path, values) => {
        said.textContent = await ask(path, values).then((list) => { runs = list; return values ? 'Done: ' + path + ' ' + chosen.size : ''; }, (e) => e.message);
        show();
    };

    const textOf = (run) => [run.name, run.run, run.command_line, ...COLUMNS.map(([, of]) => of(run))].join(' ').toLowerCase();

    const choose = (run, on) => {
        if (on) chosen.add(run.run);
        else chosen.delete(run.run);
        for (const one of [compare, trend, mark, remove]) one.disabled = !chosen.size;
        compare.textContent = chosen.size > 1 ? 'Compare ' + chosen.size : 'Report';
    };

    const show = () => {
        const words = search.value.toLowerCase().split(/\s+/);
        const shown = runs.filter((run) => words.every((word) => textOf(run).includes(word)));
        for (const name of chosen) if (!shown.some((run) => run.run === name)) chosen.delete(name);
        choose({}, false);
        said.textContent ||= 'Tick a run for its report, two or more to compare them.';
        body.replaceChildren(...shown.map((run) => el('tr', {},
            el('td', {}, el('input', { type: 'checkbox', checked: chosen.has(run.run), 'aria-label': 'Choose ' + run.name + ' ' + run.run, onchange: (e) => choose(run, e.target.checked) })),
            el('th', { scope: 'row' }, el('a', { href: 'report?' + new URLSearchParams({ runs: run.run }), target: '_blank', rel: 'noopener', title: run.command_line }, run.name)),
            COLUMNS.map(([, of, numeric]) => el('td', { class: numeric && 'num' }, of(run) || '')))));
    };

    const start = async () => {
        document.getElementById('report').replaceChildren(
            el('header', {}, el('p', { class: 'brand' }, 'Dyno'), el('h1', {}, 'Stored runs')),
            el('div', { class: 'toolbar steer', role: 'toolbar', 'aria-label': 'Choices for the runs' }, el('label', {}, 'Search ', search), compare, trend, figure, by, mark, kind, remove),
            said,
            dyno.form.section(),
            scroll(el('table', { class: 'listed' }, el('caption', { class: 'offscreen' }, 'Stored runs'),
                el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, el('span', { class: 'offscreen' }, 'Chosen')), el('th', { scope: 'col' }, 'Name'), COLUMNS.map(([title, , numeric]) => el('th', { scope: 'col', class: numeric && 'num' }, title)))),
                body)));
        document.getElementById('report').setAttribute('aria-busy', 'false');
        await take('list');
        const tags = new Set(runs.flatMap((run) => run.tags.split(',').filter((tag) => tag.includes('=')).map((tag) => 'tag.' + tag.split('=')[0])));
        by.replaceChildren(...['run', 'broker-version', ...tags].map((name) => el('option', { value: name }, 'by ' + name)));
        dyno.timing = { drawnMs: performance.now() };
    };

    return { start };
})();
