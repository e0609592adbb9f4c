// A chosen span of time: its latencies, counts and resources, from the intervals in the file.
dyno.span = (() => {
    'use strict';
    const { model, desk } = dyno;
    const { LATENCIES, labelOf, subjectName, addUp, dot } = dyno.model;
    const { number, known, clock, units } = dyno.format;
    const { el, scroll } = dyno.dom;

    const total = (numbers) => numbers.reduce((sum, n) => sum + n, 0);

    /** The whole histograms of a run that a span covers best: indices of intervals and of histograms, the last ones exclusive. */
    const partOf = (run, [fromS, toS]) => {
        const { startS, endS } = run.intervals;
        // A stored run may lack its intervals.
        if (!startS.length) return { columns: [0, 0], from: 0, to: 0, fromS, toS };
        const k = Object.values(run.histograms).reduce((most, h) => Math.max(most, h.intervalsPerColumn), 1);
        const before = (s) => startS.filter((start, i) => (start + endS[i]) / 2 < s).length;
        const column = Math.min(Math.floor(before(fromS) / k), Math.ceil(startS.length / k) - 1);
        const columns = [column, Math.max(column + 1, Math.ceil(before(toS) / k))];
        const [from, to] = [columns[0] * k, Math.min(startS.length, columns[1] * k)];
        return { columns, from, to, fromS: startS[from], toS: endS[to - 1] };
    };

    /** Percentiles of a latency in a part of a run, as the document has those of the run. A value is the middle of its bucket. */
    const percentilesOf = (run, tag, part) => {
        const series = run.histograms[tag];
        const all = addUp(series.columns.slice(...part.columns));
        const open = addUp(series.unfinished.slice(...part.columns));
        const [count, unfinishedCount] = [total(all), total(open)];
        const maxNs = Math.max(...run.latenciesOverTime[tag].maxNs.slice(part.from, part.to));
        const valueAt = (counts, rank) => {
            let seen = 0;
            return Math.min(maxNs, series.firstNs * 10 ** ((counts.findIndex((n) => (seen += n || 0) >= rank) + 0.5) / series.bucketsPerDecade));
        };
        const ranges = Object.fromEntries(model.data.percentiles.map((name) => {
            const rank = Math.max(1, Math.ceil((name.slice(1) / 100) * count - 1e-6));
            return [name, { lowNs: valueAt(all, rank), highNs: rank > count - unfinishedCount ? Infinity : valueAt(all.map((n, b) => n - (open[b] || 0)), rank) }];
        }));
        return { count, unfinishedCount, ranges, maxNs };
    };

    const latencies = (run, part) => {
        const tags = Object.keys(LATENCIES).filter((tag) => run.histograms[tag]);
        // Likewise its histograms.
        if (!tags.length) return null;
        const names = [...model.data.percentiles, 'max'];
        const row = (label, values) => el('tr', {}, el('th', { scope: 'row' }, label), [number(values.count), ...names.map((name) => known(values, name))].map((v) => el('td', { class: 'num' }, v)));
        return scroll(el('table', {},
            el('thead', {}, el('tr', {}, ['Latency', 'Messages', ...names].map((h, i) => el('th', { scope: 'col', class: i && 'num' }, h)))),
            el('tbody', {}, tags.flatMap((tag) => {
                const values = percentilesOf(run, tag, part);
                return [values.count ? row(LATENCIES[tag][0], values) : null, run.latencies[tag] ? row(LATENCIES[tag][0] + ', all measured', run.latencies[tag]) : null];
            }))));
    };

    const counts = (run, { from, to, fromS, toS }) => {
        const { startS, endS, outstanding } = run.intervals;
        const rows = ['sent', 'acknowledged', 'received'].map((name) => {
            const rates = run.intervals[name + 'PerSecond'];
            const sum = (first, last) => total(rates.slice(first, last).map((v, i) => v * (endS[first + i] - startS[first + i])));
            // An end shorter than a tenth of a second has no rate.
            const n = Math.round(sum(from, to) + (rates.slice(from, to).includes(null) ? Math.max(0, run.totals[name] - sum(0, rates.length)) : 0));
            return [name, n, number(n / (toS - fromS)) + '/s'];
        });
        for (const name of ['failed', 'skipped']) rows.push([name, total(run.intervals[name].slice(from, to)), '']);
        if (outstanding[to - 1] != null) rows.push(['backlog at its end', outstanding[to - 1], from ? 'before: ' + number(outstanding[from - 1]) : '']);
        return scroll(el('table', {},
            el('thead', {}, el('tr', {}, ['Messages', 'Number', ''].map((h, i) => el('th', { scope: 'col', class: i && 'num' }, h)))),
            el('tbody', {}, rows.filter(([, n]) => n).map(([name, n, more]) => el('tr', {}, el('th', { scope: 'row' }, name), el('td', { class: 'num' }, number(n)), el('td', { class: 'num' }, more))))));
    };

    const resources = (run, { fromS, toS }) => {
        const rows = {};
        const subjects = new Set();
        for (const series of run.resourceSeries) {
            for (const [name, column] of Object.entries(series.metrics)) {
                const metric = model.data.metrics[name];
                const values = column.filter((v, i) => v != null && series.endS[i] > fromS + 1e-3 && series.endS[i] <= toS + 1e-3);
                if (!metric || !values.length) continue;
                subjects.add(series.subject);
                const show = units[metric.unit];
                (rows[name] ||= {})[series.subject] = metric.kind === 'AMOUNT' ? show(total(values)) : show(total(values) / values.length) + ', most ' + show(Math.max(...values));
            }
        }
        return el('details', { class: 'more' }, el('summary', {}, 'Resources: mean and most'), scroll(el('table', {},
            el('thead', {}, el('tr', {}, ['Resource', ...[...subjects].map(subjectName)].map((h, i) => el('th', { scope: 'col', class: i && 'num' }, h)))),
            el('tbody', {}, Object.entries(rows).map(([name, cells]) => el('tr', {},
                el('th', { scope: 'row', title: model.data.metrics[name].sentence }, name.replace(/-(bytes|cores|percent|seconds)?(-?per-second)?$/, '').replaceAll('-', ' ')),
                [...subjects].map((subject) => el('td', { class: 'num' }, cells[subject] || ''))))))));
    };

    const panel = el('section', { class: 'span', 'aria-labelledby': 'span', hidden: true });

    /** Shows a span of time; null for none. */
    const show = (span) => {
        panel.hidden = !span;
        if (!span) return;
        const parts = model.data.runs.map((run) => [run, partOf(run, span)]);
        const title = ([, part]) => clock(part.fromS) + ' to ' + clock(part.toS);
        const isOpen = panel.querySelector('details')?.open;
        panel.replaceChildren(
            el('h2', { id: 'span' }, 'From ' + title(parts[0])),
            el('p', { class: 'hint' }, 'Messages whose latency ended in this time; percentiles within 2 %. What was lost, duplicate or reordered is known for the whole run only.'),
            ...parts.flatMap((each) => [model.several ? el('h3', {}, dot(each[0]), labelOf(each[0]), ': ' + title(each)) : '', el('div', { class: 'pair' }, latencies(...each), counts(...each)), resources(...each)]));
        panel.querySelectorAll('details').forEach((d) => { d.open = isOpen; });
        desk.live.textContent = 'From ' + title(parts[0]) + ': ' + [...panel.querySelector('tbody tr')?.children || []].map((c) => c.textContent).join(', ');
    };

    /** Fields for the span, for those who do not drag. */
    const fields = () => {
        const inputs = ['From second', 'to second'].map((label) => el('input', { type: 'number', min: 0, step: 'any', 'aria-label': label, onchange: () => {
            const [from, to] = inputs.map((input) => input.valueAsNumber);
            if (to > from) desk.zoom({ spec: { time: true } }, from, to);
        } }));
        const set = (range) => inputs.forEach((input, i) => { input.value = Math.round(range[i] * 10) / 10; });
        return { set, element: el('span', { class: 'hint' }, 'Seconds ', inputs[0], ' to ', inputs[1]) };
    };

    return { panel, show, fields };
})();
