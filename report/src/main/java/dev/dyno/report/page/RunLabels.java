package dev.dyno.report.page;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Labels that distinguish several runs in legends and file names.
 *
 * @param labels of the runs, in their order
 */
record RunLabels(List<ReportData.Run> runs, List<ChartFiles.Label> labels) {

    /** Labels with the names of the runs, and with their ids unless the names give different file names. */
    static RunLabels of(List<ReportData.Run> runs) {
        boolean unique =
                runs.stream().map(run -> file(run.result().name())).distinct().count() == runs.size();
        List<String> names = runs.stream()
                .map(ReportData.Run::result)
                .map(run -> unique ? run.name() : run.name() + " " + run.shortId())
                .toList();
        return of(runs, names);
    }

    static RunLabels of(List<ReportData.Run> runs, List<String> names) {
        return new RunLabels(
                runs,
                IntStream.range(0, names.size())
                        .mapToObj(i -> new ChartFiles.Label(names.get(i), i, 0))
                        .toList());
    }

    private ChartFiles.Label label(ReportData.Run run) {
        return labels.get(runs.indexOf(run));
    }

    String of(ReportData.Run run) {
        return label(run).words();
    }

    /** Number of the run's colour. */
    int color(ReportData.Run run) {
        return label(run).hue() + label(run).shade() * Palette.HUES;
    }

    /** Label of a run with only letters, digits, dots and dashes. */
    String fileOf(ReportData.Run run) {
        return file(of(run));
    }

    private static String file(String label) {
        return label.replaceAll("[^A-Za-z0-9.]+", "-");
    }
}
