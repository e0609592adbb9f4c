package dev.dyno.report.query;

import dev.dyno.report.query.Tables.RunSetting;
import dev.dyno.report.store.RunSummary;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Settings of a run and facts found before it, each as a name and a text. */
final class Settings {

    private Settings() {}

    static List<RunSetting> of(RunSummary summary) {
        return Stream.of(
                        rows(summary, "config", summary.result().configured().flat()),
                        rows(summary, "semantics", summary.result().semantics().facts()),
                        rows(summary, "environment", summary.result().environment()))
                .flatMap(rows -> rows)
                .toList();
    }

    private static Stream<RunSetting> rows(RunSummary summary, String kind, Map<String, String> values) {
        return values.entrySet().stream()
                .map(value -> new RunSetting(summary.folderName(), kind, value.getKey(), value.getValue()));
    }
}
