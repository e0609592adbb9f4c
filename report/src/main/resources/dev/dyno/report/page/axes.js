// Scales and ticks.
dyno.axes = (() => {
    'use strict';
    const { format } = dyno;
    const { css, font, narrow } = dyno.look;

    const TIME_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400];
    const BYTE_STEPS = Array.from({ length: 50 }, (_, i) => 2 ** i);

    const COUNT_STEPS = Array.from({ length: 36 }, (_, i) => [1, 2, 5][i % 3] * 10 ** Math.floor(i / 3));

    const axes = (unit, log, xAxis) => {
        const common = { font: font(), stroke: css('--muted'), grid: { stroke: css('--grid'), width: 1 }, ticks: { show: false } };
        const show = format.units[unit];
        const y = {
            ...common,
            size: narrow() ? 58 : 74,
            gap: 6,
            space: 30,
            values: (u, splits) => splits.map((v) => (v == null ? '' : show(v).replace(/(\.\d*?)0+(?=\D|$)/, '$1').replace(/\.(?=\D|$)/, ''))),
        };
        if (!log && unit.startsWith('BYTES')) y.incrs = BYTE_STEPS;
        if (!log && unit === 'COUNT') y.incrs = COUNT_STEPS;
        if (log) {
            y.splits = (u) => decades(u.scales.y.min, u.scales.y.max, u.bbox.height / (devicePixelRatio || 1));
            y.filter = (u, splits) => splits;
        }
        return [{ ...common, size: 28, gap: 4, ...xAxis }, y];
    };

    /** Powers of ten, and 2 and 5 between them where there is room. */
    const decades = (min, max, height) => {
        const number = Math.log10(max / min);
        const steps = height / number > 100 ? [1, 2, 5] : [1];
        const every = height / number < 26 ? 2 : 1;
        const ticks = [];
        for (let e = Math.floor(Math.log10(min)); e <= Math.log10(max); e += 1) {
            if (e % every === 0) for (const s of steps) if (s * 10 ** e >= min * 0.999 && s * 10 ** e <= max * 1.001) ticks.push(s * 10 ** e);
        }
        if (ticks.length > 1 || !(max > min)) return ticks;
        // Within a part of a decade: steps of an equal width.
        const width = 10 ** Math.floor(Math.log10((max - min) / 2));
        const step = [1, 2, 5].find((s) => (max - min) / (s * width) <= 4) * width;
        return Array.from({ length: 5 }, (_, i) => (Math.ceil(min / step) + i) * step).filter((t) => t <= max);
    };

    const TIME_AXIS = { incrs: TIME_STEPS, space: 70, values: (u, splits) => splits.map(format.clock) };

    /** forced gives the range, if it is given; floor is the least of a logarithmic one, and what is below it is cut off. */
    const yScale = (log, forced, floor = 0) => {
        if (log) {
            // From a nice number below the smallest to one above the largest: whole decades waste space where there is one.
            const nice = (v, up) => {
                const decade = 10 ** Math.floor(Math.log10(v));
                const steps = [1, 2, 5, 10];
                return (up ? steps.find((s) => s * decade >= v * 0.9999) : steps.slice().reverse().find((s) => s * decade <= v * 1.0001)) * decade;
            };
            return { distr: 3, log: 10, range: (u, min, max) => {
                const least = Math.max(min, floor);
                return forced() || (least > 0 ? [nice(least, false), nice(Math.max(max, least * 2), true)] : [1e5, 1e7]);
            } };
        }
        return { range: (u, min, max) => forced() || (max == null || max <= 0 ? [Math.min(0, min || 0), 1] : [Math.min(0, min), max * 1.06]) };
    };

    return { axes, yScale, TIME_AXIS };
})();
