package dev.dyno.model.config;

import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.threshold.ObjectiveKind;
import dev.dyno.model.threshold.Threshold;
import java.time.Duration;
import java.util.List;

public final class CapacitySettings {

    /**
     * Settings of a search for the capacity.
     *
     * @param slo objectives that must hold at the rate, beside those that always must
     * @param precision width of the interval to reach, as a share of the rate
     * @param confidence share of searches, from 0 to 1, whose interval contains the true rate
     * @param within longest time of the search
     * @param starts number of starts of the broker, each with a search of its own
     */
    public record CapacityAsked(List<Threshold> slo, double precision, double confidence, Duration within, int starts) {

        /** A copy with other objectives: a workload file may have objectives, but none of the other settings. */
        public CapacityAsked with(List<Threshold> objectives) {
            return new CapacityAsked(objectives, precision, confidence, within, starts);
        }

        /** Reads the given settings and reports contradictions. */
        public static CapacityAsked read(Reading in) {
            in.check(SECTION);
            return new CapacityAsked(
                    in.get(SLO), in.get(PRECISION), in.get(CONFIDENCE), in.get(WITHIN), in.get(STARTS));
        }
    }

    public static final Section<CapacityAsked> SECTION = new Section<>("", HelpPart.CAPACITY);

    public static final LoadSetting<CapacityAsked, List<Threshold>> SLO = SECTION.several(
                    "slo",
                    ValueType.of("OBJECTIVE", Threshold.FORM, text -> objective(Threshold.parse(text))),
                    CapacityAsked::slo)
            .means("Objective that must hold at the rate that dyno capacity finds, like 'p99(end-to-end) < 20ms',"
                    + " 'broker-cpu < 1.5', 'lost = 0' or 'rate > 5000/s': a latency, a rate, the ledger, the backlog,"
                    + " or a resource; may be repeated. Always part of it: 99.5 % of the asked rate is achieved, the"
                    + " backlog does not grow, no send fails, and nothing is lost. For a rising rate (--schedule),"
                    + " Dyno reports the last rate that held.")
            .repeated()
            .shownIn(HelpPart.MEASURING)
            .flag("OBJECTIVE", "--slo");

    public static final LoadSetting<CapacityAsked, Double> PRECISION = SECTION.add(
                    "", percentage(0.1, 50), 0.03, CapacityAsked::precision)
            .means("Width of the interval that ends the search, in percent of the rate.")
            .flag("PERCENT", "--precision")
            .defaultWords("3%");

    public static final LoadSetting<CapacityAsked, Double> CONFIDENCE = SECTION.add(
                    "", percentage(50, 99.9), 0.95, CapacityAsked::confidence)
            .means("Confidence level: percent of searches whose interval contains the true rate.")
            .flag("PERCENT", "--confidence")
            .defaultWords("95%");

    public static final LoadSetting<CapacityAsked, Duration> WITHIN = SECTION.add(
                    "",
                    ValueType.duration(Duration.ofSeconds(10), Duration.ofHours(24)),
                    Duration.ofMinutes(5),
                    CapacityAsked::within)
            .means(
                    "Longest time of a search after its warm-up; then it answers with what it knows, as a wider interval.")
            .flag("TIME", "--within")
            .often();

    public static final LoadSetting<CapacityAsked, Integer> STARTS = SECTION.add(
                    "", ValueType.count(1, 100), 1, CapacityAsked::starts)
            .means("Number of times that the broker is started and searched, 1 or at least 3: one search does not show"
                    + " how starts differ, and two are too few for an interval.")
            .flag("COUNT", "--starts");

    static {
        SECTION.refuse(
                STARTS,
                in -> in.get(STARTS) == 2,
                "{given}; must be 1, or from 3 to 100: two starts are too few for an interval of how starts differ.");
        SECTION.refuse(SLO, in -> Threshold.contradiction(in.get(SLO)).stream().toList());
    }

    private CapacitySettings() {}

    /** Type of a percentage, with or without {@code %}, whose value is a share from 0 to 1. */
    private static ValueType<Double> percentage(double least, double most) {
        ValueType<Double> number = ValueType.decimal(least, most);
        return ValueType.of(
                number.word(),
                number.expectation(),
                text -> number.parse(
                                text.endsWith("%")
                                        ? text.substring(0, text.length() - 1).strip()
                                        : text)
                        / 100);
    }

    /** Returns the objective; refuses one that is on a group, or that a search cannot decide while the rate changes. */
    private static Threshold objective(Threshold given) {
        if (given.group().isPresent()) {
            throw new IllegalArgumentException(given + "; a search judges all groups together. Leave the name out.");
        }
        if (ObjectiveKind.of(given).isEmpty()) {
            throw new IllegalArgumentException(given
                    + "; a search needs an upper limit of a percentile below the maximum, of a mean like mean(response),"
                    + " broker-cpu or backlog-growth, of what is counted, like failed or lost, or of the maximum of"
                    + " a resource, like broker-rss-max; or a limit of a rate. Give other figures of a load at the rate"
                    + " that holds as fail-if.");
        }
        return given;
    }
}
