package dev.dyno.model.config;

import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.workload.Span;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** Settings for the time in which producers or consumers take part in the load. */
final class Spans<G> {

    private static final String BACKLOG =
            "contradicts the backlog, which says when producers and consumers work; leave one of them out.";

    final LoadSetting<G, Duration> start;
    final LoadSetting<G, Optional<Duration>> stop;

    /** @param meaning of the start */
    Spans(Section<G> section, Function<G, Span> span, String meaning) {
        start = section.add("start", ValueType.duration(), Duration.ZERO, g -> span.apply(g)
                        .start())
                .means(meaning);
        stop = section.optional("stop", LoadKinds.time(), g -> span.apply(g).stop())
                .means("Time after the start of the load at which they end, for example 1m.")
                .writtenIfAbsent();
        section.refuse(start, in -> hasBacklog(in) && in.has(start), BACKLOG);
        section.refuse(stop, in -> hasBacklog(in) && in.has(stop), BACKLOG);
        section.refuse(
                start,
                in -> isTooLate(in, in.get(start)),
                "{given}; must be before the end of the load, {load-length}. Begin earlier, or make the load longer.");
        section.refuse(
                stop,
                in -> in.get(stop).filter(s -> s.compareTo(in.get(start)) <= 0).isPresent(),
                "{given}; must be after {start}.");
        section.refuse(
                stop,
                in -> in.get(stop).filter(s -> isTooLate(in, s)).isPresent(),
                "{given}; must be before the end of the load, {load-length}. Leave it out, or make the load longer.");
    }

    Span read(Reading in) {
        return hasBacklog(in) ? Span.WHOLE : new Span(in.get(start), in.get(stop));
    }

    private static boolean hasBacklog(Reading in) {
        return in.phases.backlog().isPresent();
    }

    private static boolean isTooLate(Reading in, Duration time) {
        Duration load = in.phases.duration();
        return !hasBacklog(in) && !load.isZero() && time.compareTo(load) >= 0;
    }
}
