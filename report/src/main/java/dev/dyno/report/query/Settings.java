package dev.dyno.report.query;

import dev.dyno.report.query.Tables.RunSetting;
import dev.dyno.report.store.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Settings of a run and facts found before it, each as a name and a text. */
final class Settings {

    private final String run;
    private final List<RunSetting> rows = new ArrayList<>();

    private Settings(String run) {
        this.run = run;
    }

    static List<RunSetting> of(RunSummary summary) {
        Settings settings = new Settings(summary.folderName());
        settings.add("config", "", summary.result().config());
        settings.add("semantics", "", summary.result().semantics().facts());
        settings.add("environment", "", summary.result().environment());
        return settings.rows;
    }

    /** Adds a tree: a leaf has its path as its name, for example {@code producers[0].messageSize}. */
    private void add(String kind, String name, Object value) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, inner) -> add(kind, name.isEmpty() ? String.valueOf(key) : name + '.' + key, inner));
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                add(kind, name + '[' + i + ']', list.get(i));
            }
        } else {
            rows.add(new RunSetting(run, kind, name, String.valueOf(value)));
        }
    }
}
