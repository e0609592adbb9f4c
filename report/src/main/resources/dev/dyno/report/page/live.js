// A run in progress: its seconds come from the process that makes the load, and the charts grow. At its end it is the report.
dyno.live = (() => {
    'use strict';
    const { model, desk } = dyno;
    const { LATENCIES, choice, endOf, isOpen } = dyno.model;
    const { number, duration, known, clock } = dyno.format;
    const { el, section, place, scroll } = dyno.dom;
    const { ask } = dyno.server;
    const { isDark, setTheme } = dyno.look;
    const { select } = dyno.page;

    const WINDOWS = [['0', 'all time'], ['60', 'the last minute'], ['300', 'the last 5 minutes'], ['1800', 'the last half hour']];
    const AGAIN_MS = 1000;
    /** As in a report: all cells are drawn each second. */
    const MAX_COLUMNS = 1000;
    const report = document.getElementById('report');

    /** Appends rows to columns, which may be in objects; where one of both has no such column, it has gaps. */
    const append = (into, more, before, rows) => {
        for (const name of new Set([...Object.keys(into), ...Object.keys(more)])) {
            const some = into[name] ?? more[name];
            if (name === 'phases' || typeof some !== 'object') continue;
            if (Array.isArray(some)) (into[name] ||= Array(before).fill(null)).push(...(more[name] || Array(rows).fill(null)));
            else append(into[name] ||= {}, more[name] || {}, before, rows);
        }
    };

    /** Both columns of a heat map as one. */
    const together = (one, other = []) => {
        const counts = new Map();
        for (const column of [one, other]) {
            for (let i = 0; i < column.length; i += 2) counts.set(column[i], (counts.get(column[i]) || 0) + column[i + 1]);
        }
        return [...counts].flat();
    };

    const addHeat = (run, second, before) => {
        for (const [tag, heat] of Object.entries(second.heatMaps)) run.heatMaps[tag] ||= { ...heat, columns: [] };
        for (const [tag, heat] of Object.entries(run.heatMaps)) {
            while (before >= MAX_COLUMNS * heat.intervalsPerColumn) {
                heat.columns = heat.columns.flatMap((column, i, all) => (i % 2 ? [] : [together(column, all[i + 1])]));
                heat.intervalsPerColumn *= 2;
            }
            const at = Math.floor(before / heat.intervalsPerColumn);
            while (heat.columns.length <= at) heat.columns.push([]);
            heat.columns[at] = together(heat.columns[at], second.heatMaps[tag]?.columns[0]);
        }
    };

    const addResources = (run, more) => {
        const own = run.resourceSeries.find((s) => s.subject === more.subject && Object.keys(more.metrics).some((name) => s.metrics[name]));
        if (!own) {
            run.resourceSeries.push(more);
            return;
        }
        // An empty row, so that no line is drawn over a time in which it was away.
        if (more.startS[0] > own.endS.at(-1) + 0.001) append(own, { startS: [own.endS.at(-1)], endS: [more.startS[0]] }, own.startS.length, 1);
        append(own, more, own.startS.length, more.startS.length);
    };

    const addSecond = (run, second) => {
        const before = run.intervals.startS.length;
        const phases = run.intervals.phases;
        for (const phase of second.intervals.phases) {
            if (phases.length && phases.at(-1).phase === phase.phase) phases.at(-1).toS = phase.toS;
            else phases.push(phase);
        }
        append(run.intervals, second.intervals, before, 1);
        run.askedPerSecond.push(...second.askedPerSecond);
        append(run.latenciesOverTime, second.latenciesOverTime, before, 1);
        addHeat(run, second, before);
        second.resourceSeries.forEach((more) => addResources(run, more));
    };

    const now = (column) => (column && column.length ? column.at(-1) : null);
    const perSecond = (value) => (value == null ? '–' : number(value) + '/s');

    // Counts of the last second, ten times in it; a percentile needs the messages of all of it.
    const LATELY_NS = 1.05e9;
    const LEAST_NS = 0.4e9;
    let moments = [];
    const lately = (name) => {
        const [first, last] = [moments[0], moments.at(-1)];
        return last && last.ns - first.ns > LEAST_NS ? Math.round((last.counts[name] - first.counts[name]) * 1e9 / (last.ns - first.ns)) : null;
    };

    /** The last second, and the run so far: [label, value, small print]. */
    const figures = (run) => {
        const { intervals, totals } = run;
        const rows = [];
        const last = moments.at(-1);
        const counted = (label, column, name) => {
            const count = Math.max(totals[name], last ? last.counts[name] : 0);
            if (count > 0) rows.push([label, perSecond(lately(name) ?? now(column)), number(count) + ' messages']);
        };
        const asked = now(run.askedPerSecond);
        if ((run.config.producers || []).length) rows.push(['Asked', perSecond(asked), asked != null ? 'in the last second' : isOpen(run) ? 'nothing is due' : 'as fast as answers come']);
        counted('Sent', intervals.sentPerSecond, 'sent');
        counted('Acknowledged', intervals.acknowledgedPerSecond, 'acknowledged');
        counted('Received', intervals.receivedPerSecond, 'received');
        const backlog = last?.backlog ?? now(intervals.outstanding);
        if (backlog != null) rows.push(['Backlog', number(backlog), 'deliveries under way or waiting']);
        if (last?.ledger.delivered) {
            const { duplicate, reordered, corrupt, stale } = last.ledger;
            rows.push(['Duplicate', number(duplicate), number(reordered) + ' reordered' + (corrupt + stale ? ', ' + number(corrupt) + ' corrupt, ' + number(stale) + ' stale' : '')]);
        }
        const head = run.latenciesOverTime[choice.latency];
        for (const name of head ? ['p50', 'p99', 'max'] : []) {
            const all = run.latencies[choice.latency];
            rows.push([LATENCIES[choice.latency][0] + ', ' + name, duration(now(head.percentilesNs[name] || head[name + 'Ns'])), 'in the last whole second' + (all ? '; so far ' + known(all, name) : ', of the warm-up')]);
        }
        if (totals.failed + totals.skipped > 0) rows.push(['Failed', number(totals.failed), number(totals.skipped) + ' skipped']);
        return rows;
    };

    const state = el('p', { class: 'muted' });
    const verdict = el('div', {});
    const tiles = el('dl', { class: 'tiles' });
    const groups = el('div', {});
    const rate = el('div', { class: 'charts' });
    const resources = el('div', { class: 'charts four' });
    const latency = el('span', {});
    let tags = '';
    let lasts = '0';

    const range = (run) => [lasts > 0 ? Math.max(0, endOf(run) - lasts) : 0, endOf(run)];

    /** Changes texts in place, so that what a reader has selected stays. */
    const drawFigures = () => {
        const rows = figures(model.data.runs[0]);
        if (rows.map(([label]) => label).join() !== [...tiles.querySelectorAll('dt')].map((label) => label.textContent).join()) {
            tiles.replaceChildren(...rows.map(([label]) => el('div', {}, el('dt', {}, label), el('dd', {}), el('dd', { class: 'small' }))));
        }
        rows.forEach((row, i) => row.forEach((words, j) => { const cell = tiles.children[i].children[j]; if (cell.textContent !== words) cell.textContent = words; }));
    };

    /** The last whole second of each group with a name. */
    const drawGroups = (run) => {
        const row = (words, scope) => el('tr', {}, words.map((word, i) => el(i && scope === 'row' ? 'td' : 'th', { scope: i && scope === 'row' ? null : scope, class: i && 'num' }, word)));
        const rows = Object.entries(run.ofGroups || {}).map(([name, { counts, seconds, latencies }]) => row([name, ...['sent', 'received'].map((count) => perSecond(counts[count] / seconds)),
            ...['response', 'end-to-end'].map((tag) => (latencies[tag] ? known(latencies[tag], 'p99') : '–'))], 'row'));
        groups.replaceChildren(rows.length ? scroll(el('table', {}, el('thead', {}, row(['Group', 'Sent', 'Received', 'Response, p99', 'End-to-end, p99'], 'col')), el('tbody', {}, rows))) : '');
    };

    const draw = () => {
        const run = model.data.runs[0];
        const shown = Object.keys(LATENCIES).filter((tag) => run.latenciesOverTime[tag]);
        if (!shown.includes(choice.latency)) choice.latency = shown[0] || '';
        if (tags !== shown.join()) {
            tags = shown.join();
            latency.replaceChildren(shown.length > 1 ? el('label', {}, 'Latency ', select('latency', shown.map((tag) => [tag, LATENCIES[tag][0]]), restart)) : '');
        }
        const phase = run.intervals.phases.at(-1);
        state.textContent = (phase ? { WARMUP: 'Warm-up', MEASURE: 'Measured', DRAIN: 'Drain' }[phase.phase] + ' since ' + clock(phase.fromS) + ', now ' + clock(endOf(run)) : 'The load begins') + ' · run ' + run.runId;
        drawFigures();
        drawGroups(run);
        verdict.replaceChildren(...(run.measuredNs > 0 ? [dyno.summary.judgedOf(run, ' so far')] : []));
        desk.extend(range(run));
        place(rate, dyno.timeline.timeCharts());
        dyno.resources.resourceCharts(resources);
        desk.drawAll();
        dyno.timing.drawnMs = performance.now();
    };

    /** Draws the run in progress where it is seen: a page that nobody looks at takes no time from the load. */
    const drawSeen = () => { if (!document.hidden && tiles.isConnected) draw(); };

    /** Draws all charts anew. */
    const restart = () => {
        desk.begin(range(model.data.runs[0]), (zoomed) => { reset.disabled = !zoomed; });
        draw();
    };

    const reset = el('button', { type: 'button', disabled: true, onclick: () => desk.zoomTo(null) }, 'Show all time');
    const theme = el('button', { type: 'button', onclick: () => { setTheme(isDark() ? 'light' : 'dark'); restart(); } }, 'Light or dark');
    const time = el('label', {}, 'Show ', el('select', { onchange: (e) => { lasts = e.target.value; restart(); } }, WINDOWS.map(([value, text]) => el('option', { value }, text))));

    // Steering: each action is an event of the run, and comes back with its seconds.
    const said = el('p', { class: 'hint', role: 'status' });
    const act = async (action, value = '') => {
        said.textContent = await ask('act', { action, value }).then(() => 'Done: ' + action + ' ' + value, (e) => e.message);
    };
    const button = (words, onclick, name = words) => el('button', { type: 'button', 'aria-label': name, onclick }, words);
    const slider = el('input', { type: 'range', min: 0, step: 'any', 'aria-label': 'Rate, messages a second', oninput: () => { exact.value = slider.value > 10 ? Math.round(slider.value) : +Number(slider.value).toPrecision(3); }, onchange: () => act('rate', exact.value) });
    const exact = el('input', { type: 'number', min: 0, 'aria-label': 'Exact rate, messages a second', onchange: () => act('rate', exact.value) });
    const pause = button('Pause the load', () => (paused ? act('resume') : act('rate', '0')));
    const stop = button('End the load', () => { if (confirm('End the load now? Messages in flight are awaited, and the run is stored.')) act('stop'); });
    const controls = el('div', { class: 'toolbar steer', role: 'toolbar', 'aria-label': 'Steering' });
    let paused = false;
    let possible = null;

    const showControls = (update) => {
        const these = [update.perSecond == null, ...(update.faults || [])].join();
        if (possible !== these) {
            possible = these;
            place(controls, [...(update.perSecond == null ? [] : [el('label', {}, 'Rate ', slider), el('label', {}, exact, ' /s'), pause]), stop,
                ...(update.faults?.length ? [el('span', { class: 'hint' }, 'Faults')] : []), ...(update.faults || []).map((fault) => button(fault, () => act('fault', fault), 'Fault: ' + fault))]);
        }
        if (update.perSecond == null) return;
        paused = update.perSecond === 0;
        pause.textContent = paused ? 'Resume the load' : 'Pause the load';
        pause.setAttribute('aria-label', pause.textContent);
        slider.max = Math.max(slider.max, 2 * update.perSecond);
        if (document.activeElement !== slider && document.activeElement !== exact) {
            slider.value = update.perSecond;
            exact.value = +update.perSecond.toFixed(6);
        }
    };

    const begin = (update) => {
        const { document: data, askedPerSecond } = update;
        model.begin(data);
        moments = [];
        slider.max = 2 * (update.perSecond || (askedPerSecond || []).findLast((asked) => asked > 0) || 0);
        data.runs[0].askedPerSecond = askedPerSecond || [];
        document.title = data.runs[0].name + ' – Dyno';
        report.replaceChildren(
            el('header', {}, el('p', { class: 'brand' }, 'Dyno live'), el('h1', {}, dyno.summary.nameOf(data.runs[0])),
                el('p', { class: 'facts' }, dyno.model.workloadOf(data.runs[0]).map((words) => el('span', {}, words))), state, data.runs[0].given ? dyno.tables.commandOf(data.runs[0]) : null),
            section('now', 'Now', controls, said, verdict, tiles, groups),
            section('time', 'Rate and latency', el('div', { class: 'toolbar', role: 'toolbar', 'aria-label': 'Choices for the charts' }, latency, time, reset, theme), rate),
            section('resources', 'Resources over time', resources),
            desk.live);
        report.setAttribute('aria-busy', 'false');
        restart();
        desk.watch(report);
    };

    let ended = false;

    const take = (update) => {
        ended = Boolean(update.document && update.ended);
        if (!ended) showControls(update);
        if (update.document && update.ended) {
            dyno.page.show(update.document);
            desk.live.textContent = 'The run has ended: ' + update.document.runs[0].judged;
        } else if (update.document) {
            begin(update);
        } else if (update.run) {
            const run = model.data.runs[0];
            update.seconds.forEach((second) => addSecond(run, second));
            Object.assign(run, update.run);
            drawSeen();
        }
    };

    const takeMoment = ({ now: at, backlog }) => {
        if (at.ns === moments.at(-1)?.ns) return;
        moments = [...moments.filter((one) => at.ns - one.ns <= LATELY_NS), { ...at, backlog }];
        drawFigures();
    };

    const start = async () => {
        const lost = el('p', { class: 'warn', role: 'status' }, 'The process that serves this page does not answer: its command has ended, or its machine cannot be reached. What is below is what was known.');
        report.replaceChildren(el('p', { class: 'loading' }, 'Waiting for a run to begin …'));
        document.addEventListener('visibilitychange', drawSeen);
        for (let version = 0; ;) {
            try {
                const answer = await fetch('data?after=' + version + (document.hidden ? '&hidden=1' : ''));
                if (!answer.ok) throw new Error(await answer.text());
                const update = await answer.json();
                lost.remove();
                if (update.version !== version) take(update);
                else if (update.now) takeMoment(update);
                version = update.version;
            } catch (e) {
                if (!(e instanceof TypeError)) console.error(e);
                if (ended) return;
                report.prepend(lost);
                await new Promise((resolve) => { setTimeout(resolve, AGAIN_MS); });
            }
        }
    };

    return { start };
})();
