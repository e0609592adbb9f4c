// The top of the page: what ran, whether to trust it, what made the numbers, key figures.
dyno.summary = (() => {
    'use strict';
    const { model } = dyno;
    const { LATENCIES, choice, labelOf, seconds, brokerOf, askedOf, isOpen, workloadOf, lengthOf, started, sentence, dot } = dyno.model;
    const { number, duration, marked, bytes } = dyno.format;
    const { el, text, percentile } = dyno.dom;
    const { sideBySide, commandOf } = dyno.tables;
    const VERDICTS = { VALID: ['✓', 'The numbers can be trusted, but for those with a ~.'], SUSPECT: ['!', 'Read the reasons before quoting the numbers.'], INVALID: ['✕', 'Do not use the numbers.'] };

    const nameOf = (run) => run.name + (brokerOf(run) ? ' on ' + brokerOf(run) : '');

    const header = () => el('header', {},
        el('p', { class: 'brand' }, 'Dyno report'),
        el('h1', {}, model.several ? model.data.runs.length + ' runs' : nameOf(model.data.runs[0])),
        model.several ? null : el('p', { class: 'facts' }, workloadOf(model.data.runs[0]).map((text) => el('span', {}, text))),
        model.several ? null : el('p', { class: 'muted' }, started(model.data.runs[0]) + ' · ' + lengthOf(model.data.runs[0]) + ' · run ' + model.data.runs[0].runId),
        model.several || !model.data.runs[0].given ? null : commandOf(model.data.runs[0]));

    const perSecond = (run, name) => (run.measuredNs > 0 ? (run.marks[name + '-rate'] ? '~' : '') + number(run.measured[name] / seconds(run.measuredNs)) + '/s' : '–');

    const headOf = (run) => (run.latencies['end-to-end'] ? 'end-to-end' : run.latencies.response ? 'response' : Object.keys(run.latencies)[0]);

    const outageAt = (o) => { const at = Math.round(o.fromNs / 1e9); return String(Math.floor(at / 60)).padStart(2, '0') + ':' + String(at % 60).padStart(2, '0'); };

    const lengthOfOutage = (o) => seconds(o.toNs - o.fromNs).toFixed(1) + ' s';

    const longestOf = (outages) => outages.reduce((a, o) => (a && a.toNs - a.fromNs >= o.toNs - o.fromNs ? a : o), null);

    /** The limit of the rate, by the code of the finding that says so. */
    const LIMITS = {
        'worker-saturated': 'the load generator, which took all processors',
        'limited-by-generator': 'a thread of the load generator',
        'processors-saturated': 'the processors, all of them full',
        'limited-by-disk': 'the disk',
        'one-core-full': 'one full core',
        'limited-by-acknowledgements': 'the wait for acknowledgements',
        outage: 'an outage',
    };

    /** Rates of a run in words: one number where all that it counts are alike. */
    const rates = (run) => {
        const by = new Map();
        for (const name of ['sent', 'acknowledged', 'received']) if (run.measured[name] > 0) by.set(perSecond(run, name), [...by.get(perSecond(run, name)) || [], name]);
        return [...by].map(([rate, names]) => (by.size > 1 ? rate + ' ' + names.join(' and ') : rate)).join(', ') || 'nothing sent or received';
    };

    /** Latency that the first screen is about: that of publishing where messages were due. */
    const leading = (run) => (run.latencies.response && askedOf(run) != null ? 'response' : headOf(run));

    /** The outcome of the load, in one sentence that follows the verdict; of a search, the capacity. */
    const answer = (run) => {
        if (run.answer.length) {
            const limit = run.answer.map((line) => line.match(/^limited by [^,:.]+/)).find(Boolean);
            return [run.answer[0].replace(/^c\w+ +/, 'capacity ').replace(/ {3,}/, ' with '), ...limit || []].join('; ') + '.';
        }
        const { ledger } = run;
        const asked = askedOf(run);
        const has = (code) => run.findings.some((f) => f.code === code);
        const held = has('rate-held');
        const sends = (run.config.producers || []).length > 0;
        const head = leading(run);
        const worst = longestOf(run.outages);
        const group = (run.groups || {})[choice.group] ? choice.group + ': ' : '';
        // A group may have held a rate that the run missed.
        const missed = !group && has('rate-missed');
        const isLimited = asked == null || has('rate-missed');
        const isBehind = (run.config.consumers || []).length > 0 && run.measured.received < 0.9 * run.measured.sent;
        const limit = held ? 'the rate asked for' : isLimited ? run.findings.map((f) => LIMITS[f.code]).find(Boolean) : null;
        return group + [
            asked == null ? rates(run) + (sends && !isOpen(run) ? ' in a closed loop' : '') : number(asked) + '/s asked for' + (held ? ' and held' + (isBehind ? ', ' + perSecond(run, 'received') + ' received' : '') : (missed ? ' and not held: ' : ': ') + rates(run)),
            head ? LATENCIES[head][0].toLowerCase() + ' ' + marked(run, head, 'p50') + ' at p50 and ' + marked(run, head, 'p99') + ' at p99' : null,
            worst ? (run.outages.length > 1 ? run.outages.length + ' outages, the longest' : 'an outage') + ' of ' + lengthOfOutage(worst) + ' at ' + outageAt(worst) : null,
            ledger.lossKnown ? (ledger.lost ? (ledger.exact ? '' : 'about ') + number(ledger.lost) : 'nothing') + ' lost' : 'losses not known',
            limit && sends ? 'limited by ' + limit : null,
        ].filter(Boolean).join('; ') + '.';
    };

    /** Where a reason or a note is explained. */
    const explained = (code) => [' ', el('code', { class: 'explain' }, 'dyno explain ' + code)];

    /** @param words behind the verdict */
    const judgedOf = (run, words) => {
        const { level } = run.verdict;
        const reasons = run.findings.filter((f) => f.level !== 'NOTE');
        return el('div', { class: 'verdict ' + level.toLowerCase() },
            el('p', { class: 'answer' }, el('span', { class: 'icon', 'aria-hidden': 'true' }, VERDICTS[level][0]), el('b', { class: 'level' }, run.judged), words),
            el('p', { class: 'means' }, VERDICTS[level][1]),
            level === 'VALID' && run.limit ? el('p', { class: 'muted' }, '~ ' + run.limit) : null,
            reasons.length ? el('ul', {}, reasons.map((r) => el('li', {}, reasons.some((o) => o.level !== r.level) ? el('b', {}, r.level + ' ') : null, text(sentence(r.sentence)), explained(r.code)))) : null);
    };

    const verdictOf = (run) => {
        const notes = run.findings.filter((f) => f.level === 'NOTE');
        const found = [
            el('h3', { class: 'sub' }, 'Notes'),
            notes.length ? el('ul', { class: 'findings' }, notes.map((f) => el('li', {}, text(sentence(f.sentence)), explained(f.code))))
                : el('p', { class: 'muted' }, 'Nothing stands out.')];
        return [el('div', { class: model.several ? 'card run' : 'run' },
            model.several ? el('h3', {}, dot(run), labelOf(run)) : null,
            model.several ? el('p', { class: 'facts' }, workloadOf(run).map((text) => el('span', {}, text))) : null,
            model.several ? el('p', { class: 'muted' }, started(run) + ' · ' + lengthOf(run)) : null,
            judgedOf(run, ': ' + answer(run)),
            run.outcome.interrupted ? el('p', { class: 'warn' }, 'This run was stopped before its end.') : null,
            run.brokerDeath ? el('details', {}, el('summary', {}, 'The end of the broker’s log'), el('pre', {}, run.brokerDeath.lastLogLines.join('\n'))) : null,
            model.several ? found : null),
        model.several ? null : el('div', { class: 'card' }, found)];
    };

    /** The notice of runs that should not be compared. */
    const differences = () => {
        const names = [...new Set(model.data.runs.flatMap((r) => Object.keys(r.semantics)))].sort();
        const differing = names.filter((n) => new Set(model.data.runs.map((r) => r.semantics[n])).size > 1);
        return model.several && differing.length ? el('p', { class: 'warn', role: 'note' },
            'An acknowledgement does not mean the same in these runs: ' + differing.slice(0, 8).join(', ') + (differing.length > 8 ? ' and ' + (differing.length - 8) + ' more facts' : '') + (differing.length > 1 ? ' differ' : ' differs') + ' (see the semantics card below). Compare them with care.') : null;
    };

    /** Growth of the backlog with its interval, if a few seconds were counted. */
    const growthOf = (step) => number(step.backlogPerSecond) + (step.backlogErrorPerSecond == null ? '' : ' ± ' + number(step.backlogErrorPerSecond)) + '/s';

    const stepsOf = (run) => el('details', {}, el('summary', {}, 'Steps' + (model.several ? ' of ' + labelOf(run) : '')), el('div', { class: 'scroll' }, el('table', {},
        el('thead', {}, el('tr', {}, ['From', 'Purpose', 'Asked', 'Achieved', 'Backlog', 'Decision', 'Reason'].map((title) => el('th', { scope: 'col' }, title)))),
        el('tbody', {}, run.steps.map((step) => el('tr', {},
            [seconds(step.fromNs).toFixed(0) + ' s', step.purpose.toLowerCase(), number(step.perSecond) + '/s', number(step.achievedPerSecond) + '/s', growthOf(step), step.decision.toLowerCase(), step.why]
                .map((cell) => el('td', {}, cell))))))));

    /** Answers of searches for the capacity, their curves together, and the steps of each. */
    const capacities = () => {
        const found = model.data.runs.filter((r) => r.answer.length);
        const curve = el('div', { class: 'charts two curve' });
        curve.innerHTML = model.data.curve.join('');
        const answers = found.map((run) => el('div', {}, model.several ? el('h3', {}, dot(run), labelOf(run)) : null, el('pre', { class: 'found' }, text(run.answer.join('\n')))));
        return [...answers, curve, ...found.map(stepsOf)];
    };

    /** Figures of a percentile each, where runs stand side by side. */
    const single = (run) => {
        const asked = askedOf(run);
        const rows = [['Asked', asked != null ? number(asked) + '/s' : isOpen(run) ? run.config.producers[0].load : 'all-out']];
        for (const name of ['sent', 'acknowledged', 'received']) rows.push([name.charAt(0).toUpperCase() + name.slice(1), perSecond(run, name)]);
        for (const tag of ['response', 'end-to-end']) for (const name of run.latencies[tag] ? ['p50', 'p99', 'p99.9'] : []) rows.push([LATENCIES[tag][0] + ', ' + name, percentile(run, tag, name)]);
        return rows;
    };

    /** The figures that matter most, with much in their small print: [label, value, small print]. */
    const leadingFigures = (run) => {
        const m = run.measured;
        const asked = askedOf(run);
        const most = m.received > m.acknowledged ? 'received' : m.acknowledged > 0 ? 'acknowledged' : 'sent';
        const small = [asked != null ? number(asked) + '/s asked' : (run.config.producers || []).length ? (isOpen(run) ? 'open loop' : 'closed loop: as fast as answers come') : null,
            ...['sent', 'acknowledged', 'received'].filter((name) => m[name] > 0).map((name) => (perSecond(run, name) === perSecond(run, most) ? '' : perSecond(run, name) + ' ') + name),
            number(m[most]) + ' messages', run.figures['bytes of bodies ' + (most === 'received' ? 'received' : 'sent') + ' a second'], run.config.held && run.config.held.rate];
        const rows = [['Rate', perSecond(run, most), small.filter(Boolean).join(', ')]];
        for (const tag of [...new Set([leading(run), headOf(run)])].filter(Boolean)) {
            rows.push([LATENCIES[tag][0] + ', p99', percentile(run, tag, 'p99'), ['p50', 'p90', 'p99.9'].map((name) => name + ' ' + marked(run, tag, name)).join(', ') + ', max ' + marked(run, tag, 'max')]);
        }
        return rows;
    };

    /** Key figures: [label, value, small print]. */
    const figures = (run) => {
        const l = run.latencies;
        const summary = (subject, metric) => {
            const found = run.resources.find((r) => r.subject === subject);
            return found && found.metrics[metric];
        };
        const rss = summary('broker', 'rss-bytes');
        const cpu = summary('broker', 'cpu-cores');
        const broker = run.resources.find((r) => r.subject === 'broker');
        const rows = model.several ? single(run) : leadingFigures(run);
        const o = longestOf(run.outages);
        if (o) rows.push(['Outage', lengthOfOutage(o), 'at ' + outageAt(o) + (o.over ? '' : ', until the end of the load') + ': nothing was acknowledged' + (run.outages.length > 1 ? '; the longest of ' + run.outages.length : '')]);
        const due = run.due;
        if (due && due.unsent + due.unacknowledged + due.undelivered > 0) {
            const share = Math.max(...[l.response, l[headOf(run)]].map((p) => (p?.count ? p.unfinishedCount / p.count : 0)));
            const words = { unsent: 'unsent', unacknowledged: 'unacknowledged', undelivered: run.ledger.notOwed ? 'undelivered or missed' : 'undelivered' };
            rows.push(['Not served', number(100 * share) + ' %', Object.keys(words).filter((n) => due[n]).map((n) => number(due[n]) + ' ' + words[n]).join(', ') + ' of ' + number(due.messages) + ' due']);
        }
        const b = run.backlog;
        if (b) {
            rows.push(['Backlog', number(b.messages) + ' messages', bytes(b.bytes) + ', built in ' + duration(b.standsNs - b.fromNs) + ', by the ' + b.countedBy + (b.byBroker != null ? '; the broker said ' + number(b.byBroker) : '')]);
            rows.push([b.drained ? 'Backlog drained in' : 'Backlog not drained in', duration(b.drainNs), 'deadline ' + duration(b.deadlineNs) + (b.drained ? ' met' : ' not met, ' + number(b.left) + ' left') + (b.whileSending ? '; producers continued' : '')]);
            rows.push(['Drain rate', number(b.perSecond) + '/s', number(b.delivered) + ' messages']);
        }
        const g = run.ledger;
        rows.push(['Lost', g.lossKnown ? (g.exact ? '' : 'about ') + number(g.lost) : 'not known', (g.inBroker ? number(g.inBroker) + ' still to be delivered, ' : '') + number(g.duplicate) + ' duplicate, ' + number(g.reordered) + ' reordered, ' + number(g.inDoubt) + ' in doubt']);
        if (cpu) rows.push(['Broker CPU', number(cpu.mean) + ' cores', (broker.perMessage['cpu-us'] ? duration(broker.perMessage['cpu-us'] * 1000) + ' of CPU a message' : '')]);
        if (rss) rows.push(['Broker memory (RSS)', bytes(rss.max), 'largest; mean ' + bytes(rss.mean)]);
        if (run.worker.seconds > 0) rows.push(['Load generator CPU', number(run.worker.cpuSeconds / run.worker.seconds) + ' cores', [run.config.processors && 'on processor ' + run.config.processors.join(', '), run.worker.hostBusy != null && 'host ' + number(100 * run.worker.hostBusy) + ' % busy'].filter(Boolean).join('; ')]);
        const cost = run.figures['cost of a million messages'];
        if (cost) rows.push(['A million messages', cost, 'cost at ' + number(run.config.pricePerHour) + ' per hour']);
        return rows;
    };

    /** A line ends between the parts, not between a number and its unit. */
    const inParts = (small) => (small || '').split(/(?<=,) /).flatMap((part, i) => [i ? ' ' : null, el('span', {}, part)]);

    const tiles = () => {
        if (!model.several) {
            return el('dl', { class: 'tiles' }, figures(model.data.runs[0]).map(([label, value, small], i) => el('div', { class: i < 2 && 'key' }, el('dt', {}, label), el('dd', {}, value), el('dd', { class: 'small' }, inParts(small)))));
        }
        const columns = model.data.runs.map((run) => new Map(figures(run).map(([label, value]) => [label, value])));
        return sideBySide('Figure', [...new Set(columns.flatMap((c) => [...c.keys()]))].map((label) => [label, columns.map((c) => c.get(label) || '–')]), true);
    };

    return { nameOf, judgedOf, header, verdictOf, differences, capacities, tiles };
})();
