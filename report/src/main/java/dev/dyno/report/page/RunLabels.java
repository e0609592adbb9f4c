package dev.dyno.report.page;

import java.util.List;
import java.util.Map;

/**
 * Labels that distinguish several runs in legends and file names: their names if these give different file names, otherwise with
 * their ids.
 */
final class RunLabels {

    private final boolean unique;
    private final List<ReportData.Run> runs;
    private final Map<String, ChartFiles.Label> given;
    /** Names of groups, which stand for the runs; empty otherwise. */
    private final List<String> groups;

    RunLabels(List<ReportData.Run> runs) {
        this(runs, Map.of());
    }

    /** @param given labels by the id of a run, used instead of generated ones */
    RunLabels(List<ReportData.Run> runs, Map<String, ChartFiles.Label> given) {
        this(runs, given, List.of());
    }

    private RunLabels(List<ReportData.Run> runs, Map<String, ChartFiles.Label> given, List<String> groups) {
        this.runs = runs;
        this.groups = groups;
        this.given = Map.copyOf(given);
        unique = runs.stream().map(run -> file(run.result().name())).distinct().count() == runs.size();
    }

    static RunLabels ofGroups(Map<String, ReportData.Run> groups) {
        return new RunLabels(List.copyOf(groups.values()), Map.of(), List.copyOf(groups.keySet()));
    }

    String of(ReportData.Run run) {
        if (!groups.isEmpty()) {
            return groups.get(runs.indexOf(run));
        }
        ChartFiles.Label label = given.get(run.result().runId());
        if (label != null) {
            return label.words();
        }
        return unique
                ? run.result().name()
                : run.result().name() + " " + run.result().shortId();
    }

    /** Number of a colour. */
    int color(ReportData.Run run) {
        ChartFiles.Label label = given.get(run.result().runId());
        return label == null ? runs.indexOf(run) : label.hue() + label.shade() * Palette.HUES;
    }

    /** Label of letters, digits, dots and dashes only. */
    String fileOf(ReportData.Run run) {
        return file(of(run));
    }

    private static String file(String label) {
        return label.replaceAll("[^A-Za-z0-9.]+", "-");
    }
}
