package dev.dyno.model.config;

import dev.dyno.driver.Destination;
import dev.dyno.model.workload.Phases;
import dev.dyno.model.yaml.YamlMap;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Settings of a section in a mapping of a workload file. An unknown key is reported. */
public final class YamlReading extends Reading {

    private final YamlMap map;

    /** @param others keys that are allowed beside those of the settings */
    public YamlReading(
            YamlMap map, Section<?> section, List<String> others, List<Destination> destinations, Phases phases) {
        super(destinations, phases);
        this.map = map;
        map.allow(Stream.concat(section.keys().stream(), others.stream()).toList());
    }

    /** Reads a section that depends on nothing else. */
    public YamlReading(YamlMap map, Section<?> section, List<String> others) {
        this(map, section, others, List.of(), new Phases(Duration.ZERO, Duration.ZERO, Duration.ZERO));
    }

    /** Reads settings in a mapping whose unknown keys are reported by other code. */
    public YamlReading(YamlMap map, Phases phases) {
        super(List.of(), phases);
        this.map = map;
    }

    @Override
    protected <V> Optional<V> value(LoadSetting<?, V> setting) {
        if (!map.has(setting.key())) {
            return Optional.empty();
        }
        return setting.structure().map(read -> read.apply(map, setting.key())).orElseGet(() -> text(setting)
                .flatMap(text -> parsed(setting, text)));
    }

    private Optional<String> text(LoadSetting<?, ?> setting) {
        return setting.isSeveral()
                ? map.texts(setting.key(), setting.kind().expectation()).stream()
                        .reduce((some, one) -> some + ", " + one)
                : map.text(setting.key());
    }

    @Override
    public boolean has(LoadSetting<?, ?> setting) {
        return map.has(setting.key());
    }

    @Override
    protected String given(LoadSetting<?, ?> setting) {
        return text(setting).orElse("");
    }

    @Override
    protected String name(LoadSetting<?, ?> setting) {
        return map.nameOf(setting.key());
    }

    @Override
    protected void problem(LoadSetting<?, ?> setting, String sentence) {
        map.problem(setting.key(), sentence);
    }

    @Override
    protected String said(LoadSetting<?, ?> setting, String sentence) {
        return map.said(setting.key(), sentence);
    }
}
