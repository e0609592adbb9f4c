package dev.dyno.report.compare;

import dev.dyno.report.export.JUnitXml;
import dev.dyno.report.export.JUnitXml.End;
import java.util.List;

/** A gate as JUnit XML for continuous integration: a test for each figure, and one for the runs themselves. */
public final class GateJUnit {

    private GateJUnit() {}

    public static String of(GateReport report) {
        JUnitXml xml = new JUnitXml();
        boolean usable = report.unusable().isEmpty();
        String complaints = String.join("\n", report.complaints());
        add(xml, "runs are valid", usable ? End.PASSED : End.ERROR, usable ? "" : complaints);
        for (GateCheck check : report.checks()) {
            add(
                    xml,
                    check.figure().name(),
                    !usable ? End.SKIPPED : check.passed() ? End.PASSED : End.FAILURE,
                    usable ? check.sentence() : "");
        }
        return xml.suite("dyno gate", List.of());
    }

    private static void add(JUnitXml xml, String name, End end, String text) {
        boolean isProblem = end == End.FAILURE || end == End.ERROR;
        xml.add(
                List.of("classname", "dyno.gate", "name", name),
                end,
                isProblem ? List.of("message", text) : List.of(),
                text);
    }
}
