package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.report.export.JUnitXml;
import dev.dyno.report.export.JUnitXml.End;
import dev.dyno.report.store.Decimals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A gate or a comparison as JUnit XML for continuous integration: a test for each figure, and for each condition of a gate. A
 * gate has one more test, which is an error if its runs cannot be judged.
 */
public final class GateJUnit {

    private GateJUnit() {}

    public static String of(GateReport report) {
        JUnitXml xml = new JUnitXml();
        boolean usable = report.unusable().isEmpty();
        String complaints = String.join("\n", report.complaints());
        String seconds = Decimals.fixed(report.seconds(), 3);
        String warnings = report.notices().stream()
                .filter(notice -> notice.kind() == Notice.Kind.WARNING)
                .map(notice -> notice.kind() + ": " + notice.sentence())
                .collect(Collectors.joining("\n"));
        End end = usable ? End.PASSED : End.ERROR;
        add(xml, "gate", "runs are valid", tags(report.run()), end, usable ? warnings : complaints, "time", seconds);
        for (GateCheck check : report.checks()) {
            add(xml, "gate", check.name(), Map.of(), usable ? end(check) : End.SKIPPED, usable ? check.sentence() : "");
        }
        return xml.suite("dyno gate", List.of("time", seconds));
    }

    /** Tags that all runs of a side have. */
    private static Map<String, String> tags(Side side) {
        Map<String, String> common = new TreeMap<>();
        side.runs().forEach(run -> common.putAll(run.result().configured().tags()));
        side.runs().forEach(run -> common.entrySet()
                .retainAll(run.result().configured().tags().entrySet()));
        return common;
    }

    private static End end(GateCheck check) {
        return switch (check.result()) {
            case PASSED -> End.PASSED;
            case MISSED -> End.FAILURE;
            case UNDECIDED -> End.ERROR;
        };
    }

    /** JUnit XML of a comparison: a figure fails if B is worse, and is skipped without a call; its tags are those of B. */
    public static String of(ComparisonReport report) {
        JUnitXml xml = new JUnitXml();
        ComparisonTable table = new ComparisonTable(report);
        for (Figure figure : report.figures()) {
            End end =
                    switch (report.call(figure)) {
                        case WORSE -> End.FAILURE;
                        case BETTER, EQUIVALENT, INCONCLUSIVE -> End.PASSED;
                        case NONE -> End.SKIPPED;
                    };
            add(xml, "compare", figure.name(), tags(report.b()), end, table.sentence(figure));
        }
        return xml.suite("dyno compare", List.of());
    }

    private static void add(
            JUnitXml xml,
            String verb,
            String name,
            Map<String, String> properties,
            End end,
            String text,
            String... more) {
        boolean isProblem = end == End.FAILURE || end == End.ERROR;
        List<String> attributes = new ArrayList<>(List.of("classname", "dyno." + verb, "name", name));
        attributes.addAll(List.of(more));
        xml.add(attributes, properties, end, isProblem ? List.of("message", text) : List.of(), text);
    }
}
