package dev.dyno.model.config.file;

import dev.dyno.driver.Destination;
import dev.dyno.driver.setting.Units;
import dev.dyno.model.config.Warmup;
import dev.dyno.model.pace.LoadShape;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.pace.Schedule;
import dev.dyno.model.pace.Shape;
import dev.dyno.model.workload.Backlog;
import dev.dyno.model.workload.ConsumerGroup;
import dev.dyno.model.workload.Fault;
import dev.dyno.model.workload.Phases;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.Span;
import dev.dyno.model.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Small size of a workload: fewer destinations, a smaller backlog, a load of at most 20 s unless a backlog ends it, and rates
 * that the machine's processors can hold with the broker on it.
 *
 * @param workload the small one
 * @param faults at their times in the small load
 * @param changes phrases about what is smaller, like {@code 10 destinations instead of 100}
 */
public record QuickSize(Workload workload, List<Fault> faults, List<String> changes) {

    private static final Duration WARMUP = Duration.ofSeconds(5);
    private static final Duration MEASURE = Duration.ofSeconds(15);
    private static final Duration DRAIN = Duration.ofSeconds(30);

    /**
     * Messages a second per processor: half of what one processor held of 1 KiB messages with broker, producers and consumers on
     * it.
     */
    private static final double PER_PROCESSOR = 2_500;

    private static final int DESTINATIONS = 10;

    public static WorkloadFile of(WorkloadFile file, Consumer<String> changes) {
        QuickSize small = of(
                file.workload(),
                file.settings().faults().faults(),
                Runtime.getRuntime().availableProcessors());
        small.changes.forEach(changes);
        return file.with(small.workload, small.faults);
    }

    public static QuickSize of(Workload full, List<Fault> faults, int processors) {
        List<String> changes = new ArrayList<>();
        double bound = PER_PROCESSOR * processors;
        Optional<Backlog> backlog = full.phases().backlog().map(b -> backlog(b, full, bound, changes));
        Phases phases = phases(full.phases(), backlog, changes);
        double scale = full.phases().duration().isZero()
                ? 1
                : phases.duration().toNanos()
                        / (double) full.phases().duration().toNanos();
        double rate =
                full.producers().stream().mapToDouble(QuickSize::perSecond).sum();
        double slower = Math.min(1, bound / rate);
        if (slower < 1) {
            changes.add(String.format(Locale.ROOT, "%,.0f messages a second instead of %,.0f", bound, rate));
        }
        int most = full.producers().stream()
                .mapToInt(group -> group.destinations().size())
                .max()
                .orElse(0);
        if (most > DESTINATIONS) {
            changes.add(DESTINATIONS + " destinations instead of " + String.format(Locale.ROOT, "%,d", most));
        }
        List<ProducerGroup> producers = full.producers().stream()
                .map(group -> producers(group, slower, scale))
                .toList();
        List<ConsumerGroup> consumers =
                full.consumers().stream().map(group -> consumers(group, scale)).toList();
        Workload small = new Workload(full.name(), full.seed(), producers, consumers, phases);
        return new QuickSize(small, faults(faults, full.phases().duration(), phases.duration(), changes), changes);
    }

    /** Faults moved in proportion to the shorter load; if the full load has no end, the last fault is moved to the middle. */
    private static List<Fault> faults(List<Fault> full, Duration load, Duration small, List<String> changes) {
        if (full.isEmpty() || small.isZero()) {
            return full;
        }
        Duration whole = load.isZero() ? full.get(full.size() - 1).at().multipliedBy(2) : load;
        double scale = small.toNanos() / (double) whole.toNanos();
        if (scale >= 1) {
            return full;
        }
        List<Fault> earlier = full.stream()
                .map(fault -> new Fault(scaled(fault.at(), scale), fault.action()))
                .toList();
        changes.add("faults at " + earlier + " instead of " + full);
        return earlier;
    }

    private static Phases phases(Phases full, Optional<Backlog> backlog, List<String> changes) {
        Duration warmup = least(full.warmup(), WARMUP);
        if (!warmup.equals(full.warmup())) {
            changes.add(text(warmup) + " of warm-up instead of " + new Warmup(full.warmup(), full.untilSteady()));
        }
        Duration drain = least(full.drain(), DRAIN);
        if (!drain.equals(full.drain())) {
            changes.add(text(drain) + " of drain instead of " + text(full.drain()));
        }
        boolean endless = full.duration().isZero();
        if (backlog.isPresent() && endless) {
            return new Phases(full.connectTimeout(), warmup, false, Duration.ZERO, drain, backlog);
        }
        Duration asked = full.duration().minus(full.warmup());
        Duration measure = endless ? MEASURE : least(asked, MEASURE);
        if (!measure.equals(asked)) {
            changes.add(text(measure) + " measured instead of " + (endless ? "without end" : text(asked)));
        }
        return new Phases(full.connectTimeout(), warmup, false, warmup.plus(measure), drain, backlog);
    }

    /** Backlog of at most the size that {@code bound} messages a second build in {@link #MEASURE}. */
    private static Backlog backlog(Backlog full, Workload workload, double bound, List<String> changes) {
        double bytes = workload.producers().stream()
                .mapToDouble(group -> group.message().sizes().mean())
                .average()
                .orElse(1);
        long messages = Math.round(bound * MEASURE.toSeconds());
        long most =
                switch (full.size().measure()) {
                    case MESSAGES -> messages;
                    case BYTES -> Math.round(messages * bytes);
                    case NS -> MEASURE.toNanos();
                };
        Backlog.Size size =
                new Backlog.Size(full.size().measure(), Math.min(full.size().amount(), most));
        if (!size.equals(full.size())) {
            changes.add("a backlog of " + size + " instead of " + full.size());
        }
        double smaller = size.amount() / (double) full.size().amount();
        return new Backlog(
                size,
                full.deadline(),
                full.whileSending(),
                full.left().map(left -> Math.round(left * smaller)),
                full.measuredAfter());
    }

    /** Highest rate of a group, in messages per second; 0 for a load without a rate. */
    private static double perSecond(ProducerGroup group) {
        return group.load() instanceof Schedule schedule
                ? schedule.shape().peak().perSecond()
                : 0;
    }

    /** Lowers the rates of a load, and shortens a ramp and steps with it, so that all are run; bursts keep their period. */
    private static LoadShape smaller(LoadShape load, double slower, double scale) {
        if (!(load instanceof Schedule schedule)) {
            return load;
        }
        Shape shape = schedule.shape();
        Shape small = shape;
        if (shape instanceof Shape.Constant constant) {
            small = new Shape.Constant(slower(constant.rate(), slower));
        } else if (shape instanceof Shape.Ramp ramp) {
            small = new Shape.Ramp(
                    slower(ramp.from(), slower), slower(ramp.to(), slower), scaledNs(ramp.durationNs(), scale));
        } else if (shape instanceof Shape.Steps several) {
            small = new Shape.Steps(smaller(several.steps(), slower, several.repeats() ? 1 : scale), several.repeats());
        }
        return new Schedule(small, schedule.arrivals());
    }

    private static List<Shape.Step> smaller(List<Shape.Step> steps, double slower, double scale) {
        return steps.stream()
                .map(step -> new Shape.Step(slower(step.rate(), slower), scaledNs(step.durationNs(), scale)))
                .toList();
    }

    /** A rate times a factor, rounded to whole messages per second; unchanged for a pause or the factor 1. */
    private static Rate slower(Rate rate, double slower) {
        return slower >= 1 || rate.isZero() ? rate : Rate.perSecond(Math.max(1, Math.round(rate.perSecond() * slower)));
    }

    private static long scaledNs(long ns, double scale) {
        return scale >= 1 ? ns : Math.max(1, scaled(Duration.ofNanos(ns), scale).toMillis()) * 1_000_000;
    }

    private static ProducerGroup producers(ProducerGroup group, double slower, double scale) {
        return group.with(parts -> {
            parts.destinations = fewer(group.destinations());
            parts.load = smaller(group.load(), slower, scale);
            parts.span = span(group.span(), scale);
        });
    }

    private static ConsumerGroup consumers(ConsumerGroup group, double scale) {
        return group.with(parts -> {
            parts.destinations = fewer(group.destinations());
            parts.span = span(group.span(), scale);
        });
    }

    private static List<Destination> fewer(List<Destination> destinations) {
        return destinations.subList(0, Math.min(DESTINATIONS, destinations.size()));
    }

    private static Span span(Span span, double scale) {
        return scale >= 1
                ? span
                : new Span(scaled(span.start(), scale), span.stop().map(stop -> scaled(stop, scale)));
    }

    private static Duration scaled(Duration duration, double scale) {
        return Duration.ofMillis(Math.round(duration.toMillis() * scale));
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private static String text(Duration duration) {
        return Units.formatDuration(duration.toNanos());
    }
}
