package dev.dyno.model.result;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Judgement of whether the numbers of a run can be trusted, with all findings about them.
 *
 * @param level the worst of the findings, {@link Level#VALID} if none is a doubt
 * @param findings worst first, and notes at the end
 * @param marks figures that are not the broker's alone or not well known, by name, for example {@code response-p99.9}
 * @param reach the highest percentile up to which the headline latencies have no mark; empty if the lowest one has, or nothing
 *     was measured
 */
public record Verdict(Level level, List<Finding> findings, Map<String, FigureMark> marks, Optional<Percentile> reach) {

    /** Latencies of publishing and of delivery, whose marks decide the reach. */
    public static final List<Latency> HEADLINES = List.of(Latency.RESPONSE, Latency.END_TO_END);

    /** Levels, from good to bad. */
    public enum Level {
        VALID,
        /** The numbers may be misleading: read the reasons before quoting them. */
        SUSPECT,
        /** The numbers must not be used. */
        INVALID
    }

    public Verdict {
        findings = List.copyOf(findings);
        marks = Collections.unmodifiableMap(new LinkedHashMap<>(marks));
    }

    public static Verdict of(List<Finding> findings) {
        List<Finding> worstFirst = findings.stream()
                .sorted(Comparator.comparing(Finding::level).reversed())
                .toList();
        Level level = worstFirst.stream()
                .findFirst()
                .map(worst -> switch (worst.level()) {
                    case NOTE -> Level.VALID;
                    case SUSPECT -> Level.SUSPECT;
                    case INVALID -> Level.INVALID;
                })
                .orElse(Level.VALID);
        return new Verdict(level, worstFirst, Map.of(), Optional.empty());
    }

    public Verdict with(Map<String, FigureMark> figures, Optional<Percentile> highest) {
        return new Verdict(level, findings, figures, highest);
    }

    public Verdict with(Finding note) {
        return new Verdict(
                level, Stream.concat(findings.stream(), Stream.of(note)).toList(), marks, reach);
    }

    public Optional<FigureMark> mark(Latency latency, Percentile percentile) {
        return mark(latency, percentile.title());
    }

    /** Mark of a percentile, {@code mean} or {@code max} of a latency, if it has one. */
    public Optional<FigureMark> mark(Latency latency, String statistic) {
        return Optional.ofNullable(marks.get(latency.tag() + '-' + statistic));
    }

    /** The level, with the reach if it is VALID: {@code VALID to p99}. */
    public String text() {
        boolean bounded = level == Level.VALID && (reach.isPresent() || limit().isPresent());
        return level + (bounded ? reach.map(to -> " to " + to.title()).orElse(" for rates only") : "");
    }

    /** Whether the level is VALID and the reach is at least the given percentile. */
    public boolean reaches(Percentile percentile) {
        return level == Level.VALID
                && reach.filter(to -> to.compareTo(percentile) >= 0).isPresent();
    }

    /** The mark that ends the reach, as a sentence without a period: {@code p99.9 of response: 33 % of it is …}. */
    public Optional<String> limit() {
        return Stream.of(Percentile.values())
                .flatMap(percentile -> HEADLINES.stream().flatMap(latency -> mark(latency, percentile).stream()
                        // Acknowledgements by the client library do not end a reach that deliveries decide.
                        .filter(mark -> reach.isEmpty() || mark.kind() != FigureMark.Kind.CLIENT)
                        .map(mark -> percentile.title() + " of " + latency.title() + ": " + mark.text())))
                .findFirst();
    }

    /** Findings that are doubts, worst first. */
    public List<Finding> reasons() {
        return findings.stream()
                .filter(finding -> finding.level() != Finding.Level.NOTE)
                .toList();
    }

    /** Findings that explain the numbers, in order of precedence. */
    public List<Finding> notes() {
        return findings.stream()
                .filter(finding -> finding.level() == Finding.Level.NOTE)
                .toList();
    }
}
