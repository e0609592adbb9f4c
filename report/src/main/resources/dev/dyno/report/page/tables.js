// Tables: of what can be counted, and of runs side by side.
dyno.tables = (() => {
    'use strict';
    const { model } = dyno;
    const { LATENCIES, labelOf, seconds, sentence, dot } = dyno.model;
    const { number, duration, bytes, clock } = dyno.format;
    const { el, text, percentile, scroll } = dyno.dom;

    /** A table with a column for each run. */
    const sideBySide = (what, rows, numeric) => scroll(el('table', { class: numeric && !model.several && 'narrow' },
        el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, what), model.data.runs.map((run) => el('th', { scope: 'col', class: numeric && 'num' }, model.several ? [dot(run), labelOf(run)] : 'Value')))),
        el('tbody', {}, rows.map(([label, values]) => el('tr', { class: !numeric && model.several && new Set(values).size > 1 && 'differs' }, el('th', { scope: 'row' }, label), values.map((v) => el('td', { class: numeric && 'num' }, v)))))));

    /** Delay with which this machine wakes up a thread, before there is any load. */
    const wakeUps = (run) => {
        const texts = model.data.percentiles.map((name) => run.figures['lateness of an idle thread before the load, ' + name]);
        return texts.some(Boolean) ? el('tr', {}, el('th', { scope: 'row' }, 'Idle wake-up', el('span', { class: 'note' }, 'of this machine, in the second before the load')),
            ['–', '–', ...texts.map((text) => text ?? '–'), '–'].map((v) => el('td', { class: 'num' }, v))) : null;
    };

    const latencyTable = (run) => scroll(el('table', {},
        model.several ? el('caption', {}, dot(run), labelOf(run)) : null,
        el('thead', {}, el('tr', {}, ['Latency', 'Messages', 'Mean', ...model.data.percentiles, 'Max'].map((h, i) => el('th', { scope: 'col', class: i && 'num' }, h)))),
        el('tbody', {}, Object.keys(LATENCIES).filter((t) => run.latencies[t]).map((t) => {
            const p = run.latencies[t];
            return el('tr', {}, el('th', { scope: 'row' }, LATENCIES[t][0], el('span', { class: 'note' }, LATENCIES[t][1])),
                [number(p.count), ...['mean', ...model.data.percentiles, 'max'].map((name) => percentile(run, t, name, true))].map((v) => el('td', { class: 'num' }, v)));
        }), wakeUps(run))));

    const ledgerTable = () => sideBySide('Messages', [
        ...model.data.account.map((title) => [title.charAt(0).toUpperCase() + title.slice(1), model.data.runs.map((r) => r.figures[title] ?? 'not known')]),
        ['Counts are', model.data.runs.map((r) => (r.ledger.exact ? 'exact' : 'bounds'))],
    ], true);

    const faultTables = () => model.data.runs.filter((run) => run.faults.length).map((run) => scroll(el('table', { class: 'wide' },
        model.several ? el('caption', {}, dot(run), labelOf(run)) : null,
        el('thead', {}, el('tr', {}, ['Fault', 'At', 'Took', 'No acknowledgement', 'Worst producer', 'No delivery', 'Worst subscription', 'In doubt', 'Lost', 'Duplicate', 'Broken', 'Restored', 'All restored at'].map((h, i) => el('th', { scope: 'col', class: i && 'num' }, h)))),
        el('tbody', {}, run.faults.map((f) => {
            const outage = (o) => (o ? (o.over ? '' : '> ') + duration(o.toNs - o.fromNs) : '–');
            return el('tr', {}, el('th', { scope: 'row' }, f.action, f.command && el('span', { class: 'note', title: f.command.output }, f.command.line + ': ' + (f.command.exitStatus == null ? 'no exit status' : 'exit status ' + f.command.exitStatus))),
                [clock(seconds(f.beganNs)), f.tookNs ? duration(f.tookNs) : '–', outage(f.publish), outage(f.worstProducer), outage(f.consume), outage(f.worstSubscription), number(f.inDoubt), number(f.lost), number(f.duplicate),
                    number(f.reconnects.broken), number(f.reconnects.restored), f.reconnects.lastNs == null ? '–' : clock(seconds(f.reconnects.lastNs))].map((v) => el('td', { class: 'num' }, v)));
        })))));

    const rss = (run, worker) => bytes(run.resources.find((r) => r.subject === 'worker ' + worker.name)?.metrics['rss-bytes']?.max);

    /** Work of each of several workers; at the foot, how far times between their clocks can be trusted. */
    const workerTables = () => model.data.runs.filter((run) => run.workers.length).map((run) => scroll(el('table', { class: 'wide' },
        model.several ? el('caption', {}, dot(run), labelOf(run)) : null,
        el('thead', {}, el('tr', {}, ['Worker', 'Host', 'Producers', 'Consumers', 'Sent a second', 'Received a second', 'CPU, cores', 'Memory (RSS), most', 'In GC', 'Send delay, p99', 'Started late by', 'Clock, from the coordinator’s'].map((h, i) => el('th', { scope: 'col', class: i > 1 && 'num' }, h)))),
        el('tbody', {}, run.workers.map((w) => {
            const rate = (count) => (w.measuredNs ? number(count / seconds(w.measuredNs)) : '–');
            const remark = w.state === 'COMPLETE' ? null : el('span', { class: 'note' }, w.state.toLowerCase() + ': complete for the first ' + clock(seconds(w.completeNs)));
            return el('tr', {}, el('th', { scope: 'row' }, w.name, remark), el('td', {}, w.host),
                [number(w.producers), number(w.consumers), rate(w.measured.sent), rate(w.measured.received), w.usage.seconds ? number(w.usage.cpuSeconds / w.usage.seconds) : '–', rss(run, w), duration(w.usage.gcSeconds * 1e9),
                    duration(w.sendDelayP99Ns), duration(w.startLatenessNs), w.clockBoundNs ? (w.clockOffsetNs < 0 ? '−' : '+') + duration(Math.abs(w.clockOffsetNs)) + ' ± ' + duration(w.clockBoundNs) : 'the same'].map((v) => el('td', { class: 'num' }, v)));
        })))));

    const profileTables = () => model.data.runs.filter((run) => run.profiles.length).map((run) => scroll(el('table', {},
        model.several ? el('caption', {}, dot(run), labelOf(run)) : null,
        el('thead', {}, el('tr', {}, ['Profile', 'By', 'Recorded', 'Samples', 'Flame graph beside run.json', 'Remarks'].map((h, i) => el('th', { scope: 'col', class: i === 3 && 'num' }, h)))),
        el('tbody', {}, run.profiles.map((p) => el('tr', {}, el('th', { scope: 'row' }, p.event), el('td', {}, p.method), el('td', {}, clock(seconds(p.recordedFromNs)) + ' to ' + clock(seconds(p.recordedToNs))),
            el('td', { class: 'num' }, number(p.samples)), el('td', {}, p.page || '–'), el('td', {}, [p.problem, p.cannotSee].filter(Boolean).map(sentence).join(' '))))))));

    /** A command line that can be typed again, and the files that it names. */
    const commandOf = (run) => el('pre', { class: 'command' }, text(run.given.commandLine.map((w) => (/^[\w@%+=:,./-]+$/.test(w) ? w : "'" + w.replaceAll("'", "'\\''") + "'")).join(' ')));

    const givenTexts = () => model.data.runs.filter((run) => run.given).flatMap((run) => [
        model.several ? el('p', {}, dot(run), labelOf(run)) : null,
        commandOf(run),
        ...Object.entries(run.given.files).map(([name, text]) => el('details', {}, el('summary', {}, name), el('pre', {}, text))),
    ]);

    const facts = (what, of) => sideBySide(what, [...new Set(model.data.runs.flatMap((r) => Object.keys(of(r))))].sort().map((name) => [name, model.data.runs.map((r) => of(r)[name] ?? '–')]), false);

    return { sideBySide, latencyTable, ledgerTable, faultTables, workerTables, profileTables, commandOf, givenTexts, facts };
})();
