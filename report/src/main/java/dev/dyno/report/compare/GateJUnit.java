package dev.dyno.report.compare;

import dev.dyno.model.metric.Figure;
import dev.dyno.report.export.JUnitXml;
import dev.dyno.report.export.JUnitXml.End;
import java.util.List;

/** A gate or a comparison as JUnit XML for continuous integration: a test for each figure, and for a gate one for the runs themselves. */
public final class GateJUnit {

    private GateJUnit() {}

    public static String of(GateReport report) {
        JUnitXml xml = new JUnitXml();
        boolean usable = report.unusable().isEmpty();
        String complaints = String.join("\n", report.complaints());
        add(xml, "gate", "runs are valid", usable ? End.PASSED : End.ERROR, usable ? "" : complaints);
        for (GateCheck check : report.checks()) {
            add(
                    xml,
                    "gate",
                    check.figure().name(),
                    !usable ? End.SKIPPED : check.passed() ? End.PASSED : End.FAILURE,
                    usable ? check.sentence() : "");
        }
        return xml.suite("dyno gate", List.of());
    }

    /** Fails where B is called worse; what is not called is skipped. */
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
            add(xml, "compare", figure.name(), end, table.sentence(figure));
        }
        return xml.suite("dyno compare", List.of());
    }

    private static void add(JUnitXml xml, String verb, String name, End end, String text) {
        boolean isProblem = end == End.FAILURE || end == End.ERROR;
        xml.add(
                List.of("classname", "dyno." + verb, "name", name),
                end,
                isProblem ? List.of("message", text) : List.of(),
                text);
    }
}
