// Numbers for people. Everything of this page lives in one object.
const dyno = {};

dyno.format = (() => {
    'use strict';
    const groups = (decimals) => new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
    const cached = [groups(0), groups(1), groups(2), groups(3)];
    const NBSP = '\u00a0';

    const fixed = (value, decimals) => cached[Math.min(decimals, 3)].format(value);

    /** Three significant digits, but all digits before the point, with thousands separators. */
    const number = (value) => {
        if (value == null || Number.isNaN(value)) return '–';
        const size = Math.abs(value);
        if (Number.isInteger(value) || size >= 99.95) return fixed(value, 0);
        if (size >= 9.995) return fixed(value, 1);
        if (size >= 0.0995 || size === 0) return fixed(value, 2);
        return size >= 0.001 ? fixed(value, 3) : value.toPrecision(2);
    };

    const scaled = (units) => (value) => {
        if (value == null || Number.isNaN(value)) return '–';
        const size = Math.abs(value);
        const unit = units.find((u) => size >= u[0] * 0.9995) || units[units.length - 1];
        return number(value / unit[0]) + NBSP + unit[1];
    };

    /** A time in ns, in the unit that fits it. */
    const duration = scaled([[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']]);
    const bytes = scaled([[2 ** 40, 'TiB'], [2 ** 30, 'GiB'], [2 ** 20, 'MiB'], [2 ** 10, 'KiB'], [1, 'B']]);

    /** A percentage; 99.95 and more keep as many digits as it takes not to read 100. */
    const percent = (value) => {
        const shown = Math.min(value, 99.9999);
        return (value >= 99.95 && value < 100 ? shown.toFixed(Math.ceil(-Math.log10(100 - shown))) : number(value)) + NBSP + '%';
    };

    /** Seconds from the start of the load: 65.5 is 1:05.5. */
    const clock = (seconds) => {
        const tenths = Math.round(seconds * 10);
        const whole = Math.floor(tenths / 10);
        const rest = tenths % 10 ? '.' + (tenths % 10) : '';
        const two = (n) => String(n).padStart(2, '0');
        if (whole < 60) return whole + rest + NBSP + 's';
        const h = Math.floor(whole / 3600);
        const m = Math.floor((whole % 3600) / 60);
        return (h ? h + ':' + two(m) : m) + ':' + two(whole % 60) + rest;
    };

    const units = {
        NS: duration,
        BYTES: bytes,
        BYTES_PER_SECOND: (v) => (v == null ? '–' : bytes(v) + '/s'),
        CORES: number,
        SECONDS: (v) => (v == null ? '–' : duration(v * 1e9)),
        PERCENT: (v) => (v == null ? '–' : percent(v)),
        PER_SECOND: (v) => (v == null ? '–' : number(v) + '/s'),
        NUMBER: number,
        COUNT: number,
    };

    /** Beyond what a latency can be: there is no upper end. */
    const OPEN = 9e18;

    /** A percentile, the mean or max of a latency as far as it is known: '2.8 s', '≥ 2.8 s', '1.1–2.8 s' or '800 ms–2.8 s'. */
    const known = (values, name) => {
        const ns = values[name + 'Ns'];
        const { lowNs, highNs } = values.ranges[name] || { lowNs: ns, highNs: values.unfinishedCount ? OPEN : ns };
        const low = duration(lowNs);
        if (highNs >= OPEN) return '≥' + NBSP + low;
        const [least, unit] = low.split(NBSP);
        const most = duration(highNs);
        if (most === low) return low;
        return (most.endsWith(NBSP + unit) ? least : low) + '–' + most;
    };

    /** The number of a percentile of a run with a ~ if it has a mark, unless it is a bound, which shows. */
    const marked = (run, tag, name) => {
        const text = known(run.latencies[tag], name);
        return markOf(run, tag, name) && !/[≥–]/.test(text) ? '~' + text : text;
    };

    /** Why a percentile has a mark. */
    const markOf = (run, tag, name) => run.marks[tag + '-' + name];

    return { number, duration, known, marked, markOf, bytes, clock, units, NBSP };
})();
