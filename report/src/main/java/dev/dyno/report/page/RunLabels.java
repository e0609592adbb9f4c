package dev.dyno.report.page;

import java.util.List;
import java.util.Map;

/**
 * Labels that distinguish several runs in legends and file names: their names if these give different file names, otherwise with
 * their ids.
 */
final class RunLabels {

    private final boolean unique;
    private final Map<String, String> given;

    RunLabels(List<ReportData.Run> runs) {
        this(runs, Map.of());
    }

    /** @param given labels by the id of a run, used instead of generated ones */
    RunLabels(List<ReportData.Run> runs, Map<String, String> given) {
        this.given = Map.copyOf(given);
        unique = runs.stream().map(run -> file(run.result().name())).distinct().count() == runs.size();
    }

    String of(ReportData.Run run) {
        String label = given.get(run.result().runId());
        if (label != null) {
            return label;
        }
        return unique
                ? run.result().name()
                : run.result().name() + " " + run.result().shortId();
    }

    /** Label of letters, digits, dots and dashes only. */
    String fileOf(ReportData.Run run) {
        return file(of(run));
    }

    private static String file(String label) {
        return label.replaceAll("[^A-Za-z0-9.]+", "-");
    }
}
