// The page: from the data document (ReportData) to sections.
dyno.page = (() => {
    'use strict';
    const { el, format, charts } = dyno;
    const { number, duration, bytes, clock } = format;
    const RUN_COLORS = ['--c1', '--c2', '--c3', '--c4', '--c5', '--c6', '--c7', '--c8'];
    const DASHES = [undefined, [6, 3], [2, 2], [8, 3, 2, 3]];
    const LATENCIES = {
        'end-to-end': ['End-to-end time', 'intended to received'],
        response: ['Response time', 'intended to acknowledged'],
        'schedule-delay': ['Schedule delay', 'intended to handed to the client library'],
        service: ['Service time', 'handed over to acknowledged'],
        transfer: ['Transfer time', 'handed over to received'],
        commit: ['Commit time', 'one commit of a producer'],
        'receive-commit': ['Receive commit time', 'one commit of a consumer'],
    };
    const PERCENTILES = [
        ['p50Ns', 'p50', '--c1'], ['p90Ns', 'p90', '--c3'], ['p99Ns', 'p99', '--c5'], ['p999Ns', 'p99.9', '--c2'], ['maxNs', 'max', '--c7'],
    ];
    const VERDICTS = { VALID: ['✓', 'The numbers can be trusted.'], SUSPECT: ['!', 'Read the reasons before quoting the numbers.'], INVALID: ['✕', 'Do not use the numbers.'] };
    // Charts of resources: title, metrics. What is in none of them has a chart of its own further down.
    const RESOURCES = [
        ['CPU', ['cpu-cores', 'cpu-stolen-cores'], 'processors that were busy'],
        ['Resident memory (RSS)', ['rss-bytes', 'memory-bytes']],
        ['Address space (VSS)', ['vss-bytes']],
        ['Heap', ['heap-used-bytes', 'heap-committed-bytes']],
        ['Garbage collection', ['gc-seconds', 'stopped-seconds'], 'time in each interval'],
        ['Storage', ['write-bytes-per-second', 'read-bytes-per-second', 'disk-write-bytes-per-second', 'disk-read-bytes-per-second']],
        ['Disk busy', ['disk-busy-percent'], 'share of the time in which the busiest disk had work'],
        ['Queues of the broker', ['queued-messages', 'ready-messages', 'unacknowledged-messages']],
        ['Rates as the broker counts them', ['published-per-second', 'delivered-per-second']],
        ['Threads and files', ['threads', 'open-files', 'connections']],
        ['Run queue', ['run-queue', 'blocked-threads'], 'threads that run or wait for a processor, or for storage'],
    ];
    const SHORT = {
        'cpu-stolen-cores': 'stolen', 'heap-used-bytes': 'used', 'heap-committed-bytes': 'committed', 'gc-seconds': 'collections',
        'stopped-seconds': 'JVM stopped', 'write-bytes-per-second': 'written', 'read-bytes-per-second': 'read',
        'disk-write-bytes-per-second': 'written', 'disk-read-bytes-per-second': 'read', 'queued-messages': 'queued', 'ready-messages': 'ready',
        'unacknowledged-messages': 'unacknowledged', 'published-per-second': 'published', 'delivered-per-second': 'delivered',
        threads: 'threads', 'open-files': 'open files', connections: 'connections', 'run-queue': 'running or ready', 'blocked-threads': 'blocked', 'memory-bytes': 'own count',
    };
    const SUBJECT_COLORS = { broker: '--c1', worker: '--c2', host: '--c3' };
    const OTHER_COLORS = ['--c4', '--c5', '--c6', '--c7', '--c8'];

    let data;
    let several;
    const choice = { latency: '', percentile: 'p99Ns', warmup: true };

    const nameOf = (run) => run.runId.slice(0, 8);
    const labelOf = (run) => run.name + ' ' + nameOf(run);
    const runColor = (run) => RUN_COLORS[data.runs.indexOf(run) % RUN_COLORS.length];
    const subjectName = (s) => (s === 'worker' ? 'load generator' : s);
    const seconds = (ns) => ns / 1e9;
    const middles = (from, to) => from.map((s, i) => (s + to[i]) / 2);
    const endOf = (run) => (run.intervals.endS.length ? run.intervals.endS[run.intervals.endS.length - 1] : 1);
    const section = (id, title, ...content) => el('section', { 'aria-labelledby': id }, el('h2', { id }, title), ...content);
    const scroll = (...content) => el('div', { class: 'scroll' }, ...content);

    // ---- words

    const brokerOf = (run) => {
        const s = run.semantics;
        const target = run.config.producerTarget || run.config.consumerTarget;
        return (s['broker broker'] ? s['broker broker'] + ' ' + (s['broker version'] || '') : s.broker || (target ? target.driver : '')).trim();
    };

    const workloadOf = (run) => {
        const c = run.config;
        const p = (c.producers || [])[0];
        const q = (c.consumers || [])[0];
        const broker = brokerOf(run);
        const parts = several ? [broker] : [];
        const d = (p || q || {}).destinations;
        if (d) parts.push(d.length > 2 ? d[0] + ' and ' + (d.length - 1) + ' more' : d.join(', '));
        if (p) parts.push(p.load, p.messageSize, p.persistent ? 'persistent' : 'not persistent');
        return parts.filter(Boolean);
    };

    const lengthOf = (run) => [
        run.warmupNs > 0 ? 'warmup ' + duration(run.warmupNs) : null,
        'measured ' + duration(run.measuredNs),
        run.drainNs > 0 ? 'drain ' + duration(run.drainNs) : null,
    ].filter(Boolean).join(', ');

    const started = (run) => run.started.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');

    // ---- sections at the top

    const header = () => el('header', {},
        el('p', { class: 'brand' }, 'Dyno report'),
        el('h1', {}, several ? data.runs.length + ' runs' : data.runs[0].name + (brokerOf(data.runs[0]) ? ' on ' + brokerOf(data.runs[0]) : '')),
        several ? null : el('p', { class: 'facts' }, workloadOf(data.runs[0]).map((text) => el('span', {}, text))),
        several ? null : el('p', { class: 'muted' }, started(data.runs[0]) + ' · ' + lengthOf(data.runs[0]) + ' · run ' + data.runs[0].runId));

    const verdictOf = (run) => {
        const { level, reasons } = run.verdict;
        return el('div', { class: 'card run' },
            several ? el('h3', {}, dot(run), labelOf(run)) : null,
            several ? el('p', { class: 'facts' }, workloadOf(run).map((text) => el('span', {}, text))) : null,
            several ? el('p', { class: 'muted' }, started(run) + ' · ' + lengthOf(run)) : null,
            el('div', { class: 'verdict ' + level.toLowerCase() },
                el('p', { class: 'level' }, el('span', { class: 'icon', 'aria-hidden': 'true' }, VERDICTS[level][0]), level, el('span', { class: 'means' }, VERDICTS[level][1])),
                reasons.length ? el('ul', {}, reasons.map((r) => el('li', {}, reasons.some((o) => o.level !== r.level) ? el('b', {}, r.level + ' ') : null, sentence(r.sentence)))) : null),
            run.outcome.interrupted ? el('p', { class: 'warn' }, 'This run was stopped before its end.') : null,
            run.brokerDeath ? el('details', {}, el('summary', {}, 'The end of the broker’s log'), el('pre', {}, run.brokerDeath.lastLogLines.join('\n'))) : null,
            el('h3', { class: 'sub' }, 'What made the numbers'),
            run.findings.length ? el('ul', { class: 'findings' }, run.findings.map((f) => el('li', {}, f.sentence.replace(/(\d) us\b/g, '$1 µs'))))
                : el('p', { class: 'muted' }, 'Nothing stands out.'));
    };

    const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!]$/.test(text) ? '' : '.');
    const dot = (run) => { const d = el('span', { class: 'dot', 'aria-hidden': 'true' }); d.style.background = 'var(' + runColor(run) + ')'; return d; };

    /** The notice of runs that should not be compared. */
    const differences = () => {
        const names = [...new Set(data.runs.flatMap((r) => Object.keys(r.semantics)))].sort();
        const differing = names.filter((n) => new Set(data.runs.map((r) => r.semantics[n])).size > 1);
        return several && differing.length ? el('p', { class: 'warn', role: 'note' },
            'What an acknowledgement means is not the same in these runs: ' + differing.slice(0, 8).join(', ') + (differing.length > 8 ? ' and ' + (differing.length - 8) + ' more facts' : '') + ' differ (see the semantics card below). Compare them with care.') : null;
    };

    /** Key figures: [label, value, small print]. */
    const figures = (run) => {
        const l = run.latencies;
        const summary = (subject, metric) => {
            const found = run.resources.find((r) => r.subject === subject);
            return found && found.metrics[metric];
        };
        const head = l['end-to-end'] ? 'end-to-end' : l.response ? 'response' : Object.keys(l)[0];
        const rss = summary('broker', 'rss-bytes');
        const cpu = summary('broker', 'cpu-cores');
        const broker = run.resources.find((r) => r.subject === 'broker');
        const rate = (n) => (run.measuredNs > 0 ? number(n / seconds(run.measuredNs)) : '–');
        const both = run.measured.received > 0;
        const rows = [[both ? 'Received' : 'Acknowledged', rate(both ? run.measured.received : run.measured.acknowledged) + '/s', number(both ? run.measured.received : run.measured.acknowledged) + ' messages measured']];
        if (head) {
            const title = LATENCIES[head][0];
            rows.push([title + ', median', duration(l[head].p50Ns), LATENCIES[head][1]]);
            rows.push([title + ', 99 %', duration(l[head].p99Ns), '90 %: ' + duration(l[head].p90Ns)]);
            rows.push([title + ', 99.9 %', duration(l[head].p999Ns), 'maximum: ' + duration(l[head].maxNs)]);
        }
        if (head === 'end-to-end' && l.response) rows.push(['Response time, 99 %', duration(l.response.p99Ns), 'median: ' + duration(l.response.p50Ns)]);
        const g = run.ledger;
        rows.push(['Lost', g.lossKnown ? (g.exact ? '' : 'about ') + number(g.lost) : 'not known', number(g.duplicate) + ' duplicate, ' + number(g.reordered) + ' reordered, ' + number(g.inDoubt) + ' in doubt']);
        if (rss) rows.push(['Broker memory (RSS)', bytes(rss.max), 'largest; mean ' + bytes(rss.mean)]);
        if (cpu) rows.push(['Broker CPU', number(cpu.mean) + ' cores', broker.perMessage['cpu-us'] ? duration(broker.perMessage['cpu-us'] * 1000) + ' of CPU a message' : '']);
        if (run.worker.seconds > 0) rows.push(['Load generator CPU', number(run.worker.cpuSeconds / run.worker.seconds) + ' cores', run.worker.hostBusy != null ? 'host ' + number(100 * run.worker.hostBusy) + ' % busy' : '']);
        return rows;
    };

    const tiles = () => {
        if (!several) {
            return el('dl', { class: 'tiles' }, figures(data.runs[0]).map(([label, value, small]) => el('div', {}, el('dt', {}, label), el('dd', {}, value), el('dd', { class: 'small' }, small))));
        }
        const columns = data.runs.map((run) => new Map(figures(run).map(([label, value]) => [label, value])));
        return sideBySide('Figure', [...new Set(columns.flatMap((c) => [...c.keys()]))].map((label) => [label, columns.map((c) => c.get(label) || '–')]), true);
    };

    /** A table with a column for each run. */
    const sideBySide = (what, rows, numeric) => scroll(el('table', { class: numeric && !several && 'narrow' },
        el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, what), data.runs.map((run) => el('th', { scope: 'col', class: numeric && 'num' }, several ? [dot(run), labelOf(run)] : 'Value')))),
        el('tbody', {}, rows.map(([label, values]) => el('tr', { class: !numeric && several && new Set(values).size > 1 && 'differs' }, el('th', { scope: 'row' }, label), values.map((v) => el('td', { class: numeric && 'num' }, v)))))));

    // ---- over time

    /** Phases, faults and outages of all runs, or of one of several. */
    const allMarks = (runs = data.runs) => {
        const phases = [];
        const first = data.runs[0];
        const same = data.runs.every((r) => r.warmupNs === first.warmupNs);
        if (same || !several) {
            for (const p of first.intervals.phases) {
                if (p.phase === 'WARMUP') phases.push({ ...p, label: 'warmup' });
                if (p.phase === 'DRAIN' && !several) phases.push({ ...p, label: 'drain' });
            }
        }
        const faults = [];
        const outages = [];
        for (const run of runs) {
            for (const f of run.faults) faults.push({ atS: seconds(f.beganNs), label: (several ? nameOf(run) + ' ' : '') + f.action, color: several ? runColor(run) : '--fault' });
            const seen = new Set();
            for (const f of run.faults) {
                const o = f.publish || f.consume;
                if (o && !several && !seen.has(o.fromNs)) { seen.add(o.fromNs); outages.push({ fromS: seconds(o.fromNs), toS: seconds(o.toNs) }); }
            }
        }
        return { phases, faults, outages };
    };

    const HEIGHT = 210;

    const timeCharts = () => {
        const marks = allMarks();
        const made = [];
        const chart = (spec) => made.push(new charts.Chart({ time: true, height: HEIGHT, marks, ...spec, series: spec.series.filter((s) => s.y && s.y.some((v) => v != null)) }));
        const x = new Map(data.runs.map((run) => [run, middles(run.intervals.startS, run.intervals.endS)]));
        const kinds = [['sentPerSecond', 'sent', undefined, '--c1'], ['acknowledgedPerSecond', 'acknowledged', [6, 3], '--c2'], ['receivedPerSecond', 'received', [2, 2], '--c3']];
        const used = (run, column) => (run.intervals[column].some((v) => v > 0) ? run.intervals[column] : null);
        chart({
            title: 'Rate', note: 'messages a second', unit: 'COUNT',
            series: several
                ? data.runs.map((run) => ({ label: labelOf(run) + (used(run, 'receivedPerSecond') ? ' received' : ' acknowledged'), color: runColor(run), x: x.get(run), y: used(run, 'receivedPerSecond') || used(run, 'acknowledgedPerSecond') }))
                : kinds.map(([column, label, dash, color]) => ({ label, dash, color, x: x.get(data.runs[0]), y: used(data.runs[0], column) })),
        });
        const [title, meaning] = LATENCIES[choice.latency] || ['Latency', ''];
        if (choice.latency) {
            chart({ title: title + (several ? ', ' + PERCENTILES.find((p) => p[0] === choice.percentile)[1] : ' by percentile'), note: meaning + ', logarithmic', unit: 'NS', log: true, height: 260, series: percentileSeries(choice.latency, x) });
            for (const run of data.runs) {
                const heat = run.heatMaps[choice.latency] || null;
                if (heat) made.push(heatChart(run, heat, several ? allMarks([run]) : marks, title));
            }
        }
        if (choice.latency !== 'schedule-delay' && data.runs.some((run) => run.latenciesOverTime['schedule-delay'])) {
            chart({ title: 'Schedule delay' + (several ? ', ' + PERCENTILES.find((p) => p[0] === choice.percentile)[1] : ''), note: 'how late messages were sent, logarithmic', unit: 'NS', log: true, series: percentileSeries('schedule-delay', x, ['p50Ns', 'p99Ns', 'maxNs']) });
        }
        const line = (column, name, color, dash) => data.runs.map((run) => ({ label: several ? labelOf(run) + ' ' + name : name, color: several ? runColor(run) : color, dash, x: x.get(run), y: used(run, column) }));
        if (data.runs.some((run) => run.intervals.outstanding.some((v) => v != null))) {
            chart({ title: 'Backlog', note: 'deliveries under way or waiting at the end of each second', unit: 'COUNT', series: data.runs.map((run) => ({ label: several ? labelOf(run) : 'outstanding', color: several ? runColor(run) : '--c1', x: run.intervals.endS, y: run.intervals.outstanding })) });
        }
        if (data.runs.some((run) => run.totals.failed + run.totals.skipped > 0)) {
            chart({ title: 'Failed and skipped', note: 'messages in each interval', unit: 'COUNT', series: [...line('failed', 'failed', '--c2'), ...line('skipped', 'skipped', '--c4', [6, 3])] });
        }
        return made.map((c) => c.figure);
    };

    const percentileSeries = (tag, x, only) => {
        if (several) {
            return data.runs.map((run) => ({ label: labelOf(run), color: runColor(run), x: x.get(run), y: positive((run.latenciesOverTime[tag] || {})[choice.percentile]) }));
        }
        const run = data.runs[0];
        const values = run.latenciesOverTime[tag];
        if (!values) return [];
        return PERCENTILES.filter(([column]) => !only || only.includes(column)).map(([column, label, color]) => ({ label, color, width: column === 'maxNs' ? 1 : 1.6, x: x.get(run), y: positive(values[column]) }));
    };

    /** A logarithm has no zero. */
    const positive = (column) => column && column.map((v) => (v == null ? null : Math.max(1, v)));

    const heatChart = (run, heat, marks, title) => {
        const edge = (b) => heat.firstNs * 10 ** (b / heat.bucketsPerDecade);
        const { startS, endS } = run.intervals;
        const k = heat.intervalsPerColumn;
        const spans = heat.columns.map((_, i) => [startS[i * k], endS[Math.min(endS.length - 1, (i + 1) * k - 1)]]);
        let low = Infinity;
        let high = 0;
        let most = 0;
        heat.columns.forEach((column, c) => {
            const length = Math.max(0.2, spans[c][1] - spans[c][0]);
            for (let i = 0; i < column.length; i += 2) {
                low = Math.min(low, column[i]);
                high = Math.max(high, column[i]);
                most = Math.max(most, column[i + 1] / length);
            }
        });
        const totals = heat.columns.map((column) => { let n = 0; for (let i = 1; i < column.length; i += 2) n += column[i]; return n; });
        const busiest = heat.columns.map((column) => { let at = -1; for (let i = 0; i < column.length; i += 2) if (at < 0 || column[i + 1] > column[at + 1]) at = i; return at < 0 ? null : column[at]; });
        const stops = charts.css('--heat').split(' ');
        const shades = 64;
        const paint = (u) => {
            const { ctx } = u;
            const { left, top, width, height } = u.bbox;
            const palette = ramp(charts.css('--heat').split(' '), shades);
            ctx.save();
            ctx.beginPath();
            ctx.rect(left, top, width, height);
            ctx.clip();
            const ys = [];
            for (let b = low; b <= high + 1; b++) ys[b] = Math.round(u.valToPos(edge(b), 'y', true));
            const scale = Math.log1p(most);
            heat.columns.forEach((column, c) => {
                const x0 = Math.round(u.valToPos(spans[c][0], 'x', true));
                const x1 = Math.round(u.valToPos(spans[c][1], 'x', true));
                if (x1 < left || x0 > left + width) return;
                const length = Math.max(0.2, spans[c][1] - spans[c][0]);
                for (let i = 0; i < column.length; i += 2) {
                    const b = column[i];
                    ctx.fillStyle = palette[Math.min(shades - 1, Math.floor((Math.log1p(column[i + 1] / length) / scale) * (shades - 0.01)))];
                    ctx.fillRect(x0, ys[b + 1], Math.max(1, x1 - x0), ys[b] - ys[b + 1]);
                }
            });
            ctx.restore();
        };
        const legendBar = el('span', { class: 'ramp', 'aria-hidden': 'true' });
        legendBar.style.background = 'linear-gradient(to right, ' + stops.join(',') + ')';
        const xs = spans.map(([from, to]) => (from + to) / 2);
        const chart = new charts.Chart({
            time: true, height: 240, marks, unit: 'NS', log: true, yRange: high >= low ? [edge(low), edge(high + 1)] : [1e5, 1e7],
            title: title + ', heat map' + (several ? ' of ' + labelOf(run) : ''),
            note: el('span', {}, 'messages a second in each cell: 1 ', legendBar, ' ' + number(Math.round(most)) + (k > 1 ? '; a column is ' + k + ' s' : '')),
            paint,
            series: [
                { label: 'messages', invisible: true, x: xs, y: totals.map(() => 1e6), read: (i) => (i == null || totals[i] == null ? '–' : number(totals[i])) },
                { label: 'most of them', invisible: true, x: xs, y: totals.map(() => 1e6), read: (i) => (busiest[i] == null ? '–' : duration(edge(busiest[i])) + ' to ' + duration(edge(busiest[i] + 1))) },
            ],
        });
        return chart;
    };

    const ramp = (stops, steps) => {
        const rgb = stops.map((s) => [1, 3, 5].map((i) => parseInt(s.slice(i, i + 2), 16)));
        return Array.from({ length: steps }, (_, i) => {
            const at = (i / (steps - 1)) * (rgb.length - 1);
            const a = rgb[Math.floor(at)];
            const b = rgb[Math.min(rgb.length - 1, Math.floor(at) + 1)];
            const f = at - Math.floor(at);
            return 'rgb(' + a.map((v, j) => Math.round(v + (b[j] - v) * f)).join(',') + ')';
        });
    };

    // ---- resources

    const resourceLine = (run, series, name, index, dashIndex, label) => {
        const metric = data.metrics[name];
        const level = !metric || metric.kind === 'LEVEL';
        const others = [...new Set(data.runs.flatMap((r) => r.resourceSeries.map((s) => s.subject)))].filter((s) => !SUBJECT_COLORS[s]);
        return {
            label: (several ? labelOf(run) + ' ' : '') + label,
            color: several ? runColor(run) : SUBJECT_COLORS[series.subject] || OTHER_COLORS[(others.indexOf(series.subject) + index) % OTHER_COLORS.length],
            dash: DASHES[dashIndex % DASHES.length],
            x: level ? series.endS : middles(series.startS, series.endS),
            y: series.metrics[name],
        };
    };

    const resourceCharts = () => {
        const marks = allMarks();
        const figures = [];
        const shown = new Set(['gc-count', 'gc-throughput-percent', 'memory-available-bytes']);
        for (const [title, metrics, note] of RESOURCES) {
            const lines = [];
            for (const run of data.runs) {
                for (const series of run.resourceSeries) {
                    metrics.forEach((name, i) => {
                        const column = series.metrics[name];
                        shown.add(name);
                        if (!column || (name === 'cpu-stolen-cores' && !column.some((v) => v > 0.02))) return;
                        // Of several runs, what the broker does: the rest would hide it.
                        const hidden = several && series.subject !== 'broker' && run.resourceSeries.some((s) => s.subject === 'broker' && metrics.some((m) => s.metrics[m]));
                        const line = resourceLine(run, series, name, i, several ? i + (series.subject === 'broker' ? 0 : 1) : i, subjectName(series.subject) + (metrics.length > 1 && SHORT[name] ? ' ' + SHORT[name] : ''));
                        lines.push({ ...line, shown: !hidden });
                    });
                }
            }
            if (lines.length) {
                const metric = data.metrics[metrics.find((m) => data.metrics[m])];
                figures.push(new charts.Chart({ title, note, unit: metric ? metric.unit : 'NUMBER', time: true, height: 180, marks, series: lines }).figure);
            }
        }
        const groups = new Map();
        for (const run of data.runs) {
            for (const series of run.resourceSeries) {
                for (const name of Object.keys(series.metrics)) {
                    if (shown.has(name)) continue;
                    const base = series.subject + ' ' + name.replace(/\{.*/, '') + (name.endsWith('/s') ? '/s' : '');
                    if (!groups.has(base)) groups.set(base, []);
                    groups.get(base).push([run, series, name]);
                }
            }
        }
        const more = [...groups].map(([base, members]) => el('details', {
            class: 'more',
            ontoggle: (e) => {
                const box = e.currentTarget;
                if (!box.open || box.querySelector('figure')) return;
                const lines = members.map(([run, series, name], i) => ({ ...resourceLine(run, series, name, i, Math.floor(i / 5), (name.match(/\{(.*)\}/) || ['', base])[1]), shown: i < 10 }));
                if (!several) lines.forEach((line, i) => { line.color = RUN_COLORS[i % RUN_COLORS.length]; });
                const unit = /bytes/.test(base) ? (base.endsWith('/s') ? 'BYTES_PER_SECOND' : 'BYTES') : base.endsWith('/s') ? 'PER_SECOND' : 'NUMBER';
                const chart = new charts.Chart({ title: base, unit, time: true, height: 180, marks, series: lines });
                box.append(chart.figure);
                chart.draw();
            },
        }, el('summary', {}, base + (members.length > 1 ? ' (' + members.length + ' series)' : ''))));
        return [el('div', { class: 'charts two' }, figures), more.length ? el('div', { class: 'card' }, el('h3', {}, 'More metrics'), more) : null];
    };

    // ---- distribution and tables

    const distributionChart = () => {
        const lines = [];
        let top = 10;
        const add = (d, label, color, dash) => {
            const x = [];
            const y = [];
            d.share.forEach((p, i) => {
                const at = 1 / (1 - p);
                if (x.length && at <= x[x.length - 1]) return;
                x.push(at);
                y.push(Math.max(1, d.valueNs[i]));
            });
            if (d.count > x[x.length - 1]) { x.push(d.count); y.push(Math.max(1, d.maxNs)); }
            top = Math.max(top, d.count);
            lines.push({ label, color, dash, width: 1.8, x, y });
        };
        const colors = ['--c1', '--c2', '--c3', '--c4', '--c5', '--c6', '--c7'];
        for (const run of data.runs) {
            Object.keys(LATENCIES).forEach((tag, i) => {
                if (several && tag !== choice.latency) return;
                const label = several ? labelOf(run) : LATENCIES[tag][0];
                const color = several ? runColor(run) : colors[i];
                if (run.distributions[tag]) add(run.distributions[tag], label, color);
                if (choice.warmup && run.warmupDistributions[tag] && (several || tag === choice.latency)) add(run.warmupDistributions[tag], label + ' in warmup', color, [4, 3]);
            });
        }
        const percent = (x) => (x <= 1 ? '0 %' : (100 - 100 / x).toFixed(Math.max(0, Math.ceil(Math.log10(x) - 2.0001))).replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') + ' %');
        const ticks = [1, 2, 4];
        for (let t = 10; t <= top * 10; t *= 10) ticks.push(t);
        const chart = new charts.Chart({
            title: several ? LATENCIES[choice.latency][0] : 'All latencies',
            note: 'so many of the messages took no longer than …; both axes logarithmic, with 1/(1 − share) across',
            unit: 'NS', log: true, height: 320, series: lines,
            xScale: { distr: 3, log: 10, range: () => [1, top * 1.1] },
            xAxis: { splits: (u) => ticks.filter((t) => t >= u.scales.x.min && t <= u.scales.x.max), filter: (u, splits) => splits, space: 30, values: (u, splits) => splits.map((t) => (t === 4 && u.width < 600 ? '' : percent(t))) },
            xText: percent, xLabel: 'Share',
        });
        return chart.figure;
    };

    const latencyTable = (run) => scroll(el('table', {},
        several ? el('caption', {}, dot(run), labelOf(run)) : null,
        el('thead', {}, el('tr', {}, ['Latency', 'Messages', 'Mean', '50 %', '90 %', '99 %', '99.9 %', '99.99 %', 'Max'].map((h, i) => el('th', { scope: 'col', class: i && 'num' }, h)))),
        el('tbody', {}, Object.keys(LATENCIES).filter((t) => run.latencies[t]).map((t) => {
            const p = run.latencies[t];
            return el('tr', {}, el('th', { scope: 'row' }, LATENCIES[t][0], el('span', { class: 'note' }, LATENCIES[t][1])),
                [number(p.count), ...[p.meanNs, p.p50Ns, p.p90Ns, p.p99Ns, p.p999Ns, p.p9999Ns, p.maxNs].map(duration)].map((v) => el('td', { class: 'num' }, v)));
        }))));

    const ledgerTable = () => {
        const row = (label, f) => [label, data.runs.map(f)];
        return sideBySide('Messages', [
            row('Sent, whole run', (r) => number(r.totals.sent)),
            row('Acknowledged', (r) => number(r.totals.acknowledged)),
            row('Received', (r) => number(r.totals.received)),
            row('Deliveries expected', (r) => number(r.ledger.expected)),
            row('Delivered', (r) => number(r.ledger.delivered)),
            row('Lost', (r) => (r.ledger.lossKnown ? number(r.ledger.lost) : 'not known')),
            row('Duplicate', (r) => number(r.ledger.duplicate)),
            row('Reordered', (r) => number(r.ledger.reordered)),
            row('Corrupt', (r) => number(r.ledger.corrupt)),
            row('Stale, of another run', (r) => number(r.ledger.stale)),
            row('In doubt', (r) => number(r.ledger.inDoubt) + (r.ledger.inDoubt ? ' (' + number(r.ledger.inDoubtDelivered) + ' delivered)' : '')),
            row('Not owed', (r) => number(r.ledger.notOwed)),
            row('Counts are', (r) => (r.ledger.exact ? 'exact' : 'bounds')),
        ], true);
    };

    const faultTables = () => data.runs.filter((run) => run.faults.length).map((run) => scroll(el('table', {},
        several ? el('caption', {}, dot(run), labelOf(run)) : null,
        el('thead', {}, el('tr', {}, ['Fault', 'At', 'Took', 'No acknowledgement', 'Worst producer', 'No delivery', 'Worst subscription', 'In doubt', 'Lost', 'Duplicate', 'Broken', 'Restored', 'All restored at'].map((h, i) => el('th', { scope: 'col', class: i && 'num' }, h)))),
        el('tbody', {}, run.faults.map((f) => {
            const outage = (o) => (o ? (o.over ? '' : '> ') + duration(o.toNs - o.fromNs) : '–');
            return el('tr', {}, el('th', { scope: 'row' }, f.action),
                [clock(seconds(f.beganNs)), duration(f.tookNs), outage(f.publish), outage(f.worstProducer), outage(f.consume), outage(f.worstSubscription), number(f.inDoubt), number(f.lost), number(f.duplicate),
                    number(f.reconnects.broken), number(f.reconnects.restored), f.reconnects.lastNs == null ? '–' : clock(seconds(f.reconnects.lastNs))].map((v) => el('td', { class: 'num' }, v)));
        })))));

    const profileTables = () => data.runs.filter((run) => run.profiles.length).map((run) => scroll(el('table', {},
        several ? el('caption', {}, dot(run), labelOf(run)) : null,
        el('thead', {}, el('tr', {}, ['Profile', 'By', 'Recorded', 'Samples', 'Flame graph beside run.json', 'Remarks'].map((h, i) => el('th', { scope: 'col', class: i === 3 && 'num' }, h)))),
        el('tbody', {}, run.profiles.map((p) => el('tr', {}, el('th', { scope: 'row' }, p.event), el('td', {}, p.method), el('td', {}, clock(seconds(p.recordedFromNs)) + ' to ' + clock(seconds(p.recordedToNs))),
            el('td', { class: 'num' }, number(p.samples)), el('td', {}, p.page || '–'), el('td', {}, [p.problem, p.cannotSee].filter(Boolean).map(sentence).join(' '))))))));

    const facts = (what, of) => sideBySide(what, [...new Set(data.runs.flatMap((r) => Object.keys(of(r))))].sort().map((name) => [name, data.runs.map((r) => of(r)[name] ?? '–')]), false);

    // ---- the whole

    const control = (label, input) => el('label', {}, label, input);

    const select = (name, options, onchange) => el('select', { onchange: (e) => { choice[name] = e.target.value; onchange(); } },
        options.map(([value, text]) => el('option', { value, selected: choice[name] === value }, text)));

    const render = () => {
        const tags = Object.keys(LATENCIES).filter((t) => data.runs.some((r) => r.latenciesOverTime[t]));
        if (!tags.includes(choice.latency)) choice.latency = tags[0] || '';
        const end = Math.max(...data.runs.map(endOf));
        const warmup = Math.min(...data.runs.map((r) => seconds(r.warmupNs)));
        const range = () => [choice.warmup || warmup >= end ? 0 : warmup, end];
        const reset = el('button', { type: 'button', disabled: true, onclick: () => charts.zoomTo(null) }, 'Show all time');
        charts.begin(range(), (zoomed) => { reset.disabled = !zoomed; });

        const time = el('div', { class: 'charts' });
        const resources = el('div', {});
        const distribution = el('div', { class: 'charts' });
        const draw = () => {
            charts.begin(range(), (zoomed) => { reset.disabled = !zoomed; });
            reset.disabled = true;
            time.replaceChildren(...timeCharts());
            resources.replaceChildren(...resourceCharts().filter(Boolean));
            if (choice.latency) distribution.replaceChildren(distributionChart());
            charts.drawRest();
        };
        const theme = el('button', { type: 'button', onclick: () => { setTheme(isDark() ? 'light' : 'dark'); charts.redrawAll(); draw(); } }, 'Light or dark');
        const hasWarmup = data.runs.some((r) => r.warmupNs > 0);
        const toolbar = el('div', { class: 'toolbar', role: 'toolbar', 'aria-label': 'What the charts show' },
            tags.length > 1 ? control('Latency ', select('latency', tags.map((t) => [t, LATENCIES[t][0]]), draw)) : null,
            several ? control('Percentile ', select('percentile', PERCENTILES.map(([c, l]) => [c, l]), draw)) : null,
            hasWarmup ? el('label', {}, el('input', { type: 'checkbox', checked: choice.warmup, onchange: (e) => { choice.warmup = e.target.checked; draw(); } }), ' Warmup') : null,
            reset, theme);

        const report = document.getElementById('report');
        report.replaceChildren(
            header(),
            el('section', { 'aria-label': 'Verdict and findings' }, differences(), el('div', { class: 'runs' }, data.runs.map(verdictOf))),
            section('figures', several ? 'Side by side' : 'Key figures', tiles()),
            section('time', 'Over time', el('p', { class: 'hint' }, 'Drag to zoom, double-click for all. With a chart in focus: arrow keys move the cursor, Shift by ten, + and − zoom, Escape ends it.'), toolbar, time),
            section('resources', 'Resources over time', resources),
            choice.latency ? section('distribution', 'Latency by percentile', distribution) : el('span', {}),
            section('latencies', 'Latencies of the measured phase', data.runs.map(latencyTable)),
            section('ledger', 'Ledger', ledgerTable()),
            data.runs.some((r) => r.faults.length) ? section('faults', 'Faults', ...faultTables()) : el('span', {}),
            data.runs.some((r) => r.profiles.length) ? section('profiles', 'Profiles of the broker', ...profileTables()) : el('span', {}),
            el('div', { class: several ? '' : 'pair' },
                section('semantics', 'Semantics card', el('p', { class: 'hint' }, 'What an acknowledgement means here. Runs can be compared if this is the same.'), facts('Fact', (r) => r.semantics)),
                section('environment', 'Environment', el('p', { class: 'hint' }, 'Where the load generator ran.'), facts('Fact', (r) => ({ ...r.environment, seed: String(r.seed), run: r.runId })))),
            section('configuration', 'Workload as it ran', ...data.runs.map((r) => el('details', {}, el('summary', {}, several ? labelOf(r) : 'Show'), el('pre', {}, JSON.stringify(r.config, null, 2))))),
            charts.live);
        report.setAttribute('aria-busy', 'false');
        draw();
        charts.watch(report);
    };

    const isDark = () => {
        const chosen = document.documentElement.dataset.theme;
        return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    };
    const setTheme = (theme) => { if (theme) document.documentElement.dataset.theme = theme; else delete document.documentElement.dataset.theme; };

    /** Draws the report of a data document. */
    const show = (document_) => {
        data = document_;
        several = data.runs.length > 1;
        render();
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => charts.redrawAll());
        let before;
        addEventListener('beforeprint', () => { before = document.documentElement.dataset.theme; setTheme('light'); charts.print(true); });
        addEventListener('afterprint', () => { setTheme(before); charts.print(false); });
    };

    const fail = (text) => document.getElementById('report').replaceChildren(el('p', { class: 'loading' }, text));

    const unpack = async (base64) => {
        const packed = Uint8Array.from(atob(base64.trim()), (c) => c.charCodeAt(0));
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
        show(document_);
        dyno.timing = { unpackMs: unpacked - began, renderMs: performance.now() - unpacked };
    };

    return { show, start };
})();

dyno.page.start();
