// The whole page.
dyno.page = (() => {
    'use strict';
    const { model, desk } = dyno;
    const { LATENCIES, PERCENTILES, choice, labelOf, seconds, endOf } = dyno.model;
    const { el, section, fold } = dyno.dom;
    const { isDark, setTheme } = dyno.look;
    const { header, verdictOf, differences, tiles } = dyno.summary;
    const { latencyTable, ledgerTable, faultTables, workerTables, profileTables, givenTexts, facts } = dyno.tables;

    const control = (label, input) => el('label', {}, label, input);

    const select = (name, options, onchange) => el('select', { onchange: (e) => { choice[name] = e.target.value; onchange(); } },
        options.map(([value, text]) => el('option', { value, selected: choice[name] === value }, text)));

    /** A choice between all messages and those of a group; nothing without groups. */
    const groupSwitch = () => (model.groups().length ? el('div', { class: 'toolbar', role: 'toolbar', 'aria-label': 'Whose messages' },
        control('Messages of ', select('group', [['', 'all groups'], ...model.groups().map((name) => [name, name])], () => {
            model.chooseGroup();
            render();
            document.querySelector('[aria-labelledby=figures] select').focus();
        }))) : null);

    const render = () => {
        const tags = Object.keys(LATENCIES).filter((t) => model.data.runs.some((r) => r.latenciesOverTime[t] || r.distributions[t]));
        if (!tags.includes(choice.latency)) choice.latency = tags[0] || '';
        const end = Math.max(...model.data.runs.map(endOf));
        const warmup = Math.min(...model.data.runs.map((r) => seconds(r.warmupNs)));
        const range = () => [choice.warmup || warmup >= end ? 0 : warmup, end];
        const reset = el('button', { type: 'button', disabled: true, onclick: () => desk.zoomTo(null) }, 'Show all time');
        const fields = dyno.span.fields();
        const follow = (zoomed) => { reset.disabled = !zoomed; fields.set(zoomed || range()); dyno.span.show(zoomed); };

        const first = el('div', { class: 'charts two' });
        const time = el('div', { class: 'charts' });
        const resources = el('div', {});
        const multiples = el('div', {});
        const draw = () => {
            const span = desk.span();
            desk.begin(range(), follow);
            follow(null);
            const [rate, ...others] = dyno.timeline.timeCharts();
            first.replaceChildren(...[rate, choice.latency ? dyno.distribution.distributionChart() : null].filter(Boolean));
            time.replaceChildren(...others);
            resources.replaceChildren(...dyno.resources.resourceCharts().filter(Boolean));
            multiples.replaceChildren(...dyno.multiples.multipleCharts());
            desk.drawAll();
            // The choices of a reader stay, whatever is chosen next.
            if (span) desk.zoom({ spec: { time: true } }, ...span);
            dyno.timing.drawnMs ??= performance.now();
        };
        const theme = el('button', { type: 'button', onclick: () => { setTheme(isDark() ? 'light' : 'dark'); draw(); } }, 'Light or dark');
        const hasWarmup = model.data.runs.some((r) => r.warmupNs > 0);
        const toolbar = el('div', { class: 'toolbar', role: 'toolbar', 'aria-label': 'Choices for the charts' },
            tags.length > 1 ? control('Latency ', select('latency', tags.map((t) => [t, LATENCIES[t][0]]), draw)) : null,
            model.several ? control('Percentile ', select('percentile', PERCENTILES.map(([name]) => [name, name]), draw)) : null,
            hasWarmup ? el('label', {}, el('input', { type: 'checkbox', checked: choice.warmup, onchange: (e) => { choice.warmup = e.target.checked; draw(); } }), ' Warm-up') : null,
            fields.element, reset, theme);

        const report = document.getElementById('report');
        report.replaceChildren(
            header(),
            el('section', { 'aria-label': 'Verdict and findings' }, differences(), el('div', { class: 'runs' }, model.data.runs.flatMap(verdictOf).filter(Boolean))),
            model.data.runs.some((r) => r.answer.length) ? section('capacity', 'Capacity', ...dyno.summary.capacities()) : el('span', {}),
            section('figures', model.several ? 'Side by side' : 'Key figures' + (model.data.runs[0].answer.length ? ' of all steps together' : ''), groupSwitch(), tiles()),
            section('time', 'Rate and latency', el('p', { class: 'hint' }, 'Drag to choose a span of time and see its percentiles; double-click for all. With a chart in focus: arrow keys move the cursor, Shift by ten, + and − zoom, Escape ends it.'), toolbar, first, time),
            section('latencies', 'Latencies of the measured phase', model.data.runs.map(latencyTable),
                el('p', { class: 'hint' }, '~ and grey: own, more than a tenth of it is Dyno’s own delay; clock, the clocks may differ by more than a tenth of it; client, the client library acknowledged; repeated, repeated deliveries may decide it; few, fewer than ten messages lie beyond it. Bound: unfinished messages decide it.')),
            section('resources', 'Resources over time', resources),
            dyno.multiples.has() ? section('multiples', 'Side by side on one scale', multiples) : el('span', {}),
            fold('ledger', 'Ledger', ledgerTable()),
            fold('all-figures', 'All figures', facts('Figure', (r) => r.figures)),
            model.data.runs.some((r) => r.faults.length) ? section('faults', 'Faults', ...faultTables()) : el('span', {}),
            model.data.runs.some((r) => r.workers.length) ? fold('workers', 'Workers', el('p', { class: 'hint' }, 'The workers that made the load together. Times from one worker’s clock to another’s are corrected, and good to the sum of the two bounds.'), ...workerTables()) : el('span', {}),
            model.data.runs.some((r) => r.profiles.length) ? section('profiles', 'Profiles of the broker', ...profileTables()) : el('span', {}),
            fold('semantics', 'Semantics card', el('p', { class: 'hint' }, 'The meaning of an acknowledgement here. Runs can be compared if this is the same.'), facts('Fact', (r) => r.semantics)),
            fold('environment', 'Environment', el('p', { class: 'hint' }, 'The machine of the load generator.'), facts('Fact', (r) => ({ ...r.environment, seed: String(r.seed), run: r.runId }))),
            model.data.runs.some((r) => r.given) ? fold('given', 'Command line', ...givenTexts()) : el('span', {}),
            fold('configuration', 'Workload as it ran', ...model.data.runs.map((r) => [model.several ? el('p', {}, labelOf(r)) : '', el('pre', {}, JSON.stringify(r.config, null, 2))]).flat()),
            dyno.span.panel, desk.live);
        report.setAttribute('aria-busy', 'false');
        draw();
        desk.watch(report);
    };

    /** Times that it took to unpack the data and to make the page, and the time from its opening until all charts were drawn. */
    dyno.timing = {};

    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => desk.redrawAll());

    /** Draws the report of a data document. */
    const show = (document_) => {
        model.begin(document_);
        render();
    };

    let before;
    let opened = [];
    addEventListener('beforeprint', () => { before = document.documentElement.dataset.theme; setTheme('light'); opened = [...document.querySelectorAll('details.fold:not([open])')]; opened.forEach((d) => { d.open = true; }); desk.print(true); });
    addEventListener('afterprint', () => { setTheme(before); opened.forEach((d) => { d.open = false; }); desk.print(false); });

    const fail = (text) => document.getElementById('report').replaceChildren(el('p', { class: 'loading' }, text));

    const unpack = async (base64) => {
        const letters = atob(base64.trim());
        const packed = new Uint8Array(letters.length);
        for (let i = 0; i < letters.length; i++) packed[i] = letters.charCodeAt(i);
        const text = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
        return JSON.parse(text);
    };

    const start = async () => {
        if (typeof DecompressionStream === 'undefined') {
            fail('This browser cannot unpack the data of this report. One of 2023 or later can.');
            return;
        }
        const began = performance.now();
        const document_ = await unpack(document.getElementById('data').textContent);
        if (document_.schemaVersion !== 1) {
            fail('The data of this report has version ' + document_.schemaVersion + ', which this page cannot show.');
            return;
        }
        if (!document_.runs.length) {
            fail('This report has no run.');
            return;
        }
        const unpacked = performance.now();
        dyno.timing.unpackMs = unpacked - began;
        show(document_);
        dyno.timing.renderMs = performance.now() - unpacked;
    };

    return { show, start, select };
})();
