package dev.dyno.config;

import dev.dyno.driver.Destination;
import dev.dyno.workload.Phases;
import dev.dyno.yaml.YamlMap;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The settings of a section in a mapping of a workload file. A key that is none of them is a problem. */
public final class YamlReading extends Reading {

    private final YamlMap map;

    /** @param others keys that may stand beside those of the settings */
    public YamlReading(
            YamlMap map, Section<?> section, List<String> others, List<Destination> destinations, Phases phases) {
        super(destinations, phases);
        this.map = map;
        map.allow(Stream.concat(section.keys().stream(), others.stream()).toList());
    }

    /** Of a section that depends on nothing else. */
    public YamlReading(YamlMap map, Section<?> section, List<String> others) {
        this(map, section, others, List.of(), new Phases(Duration.ZERO, Duration.ZERO, Duration.ZERO));
    }

    @Override
    protected <V> Optional<V> value(LoadSetting<?, V> setting) {
        if (!map.has(setting.key())) {
            return Optional.empty();
        }
        return setting.structure()
                .map(read -> read.apply(map, setting.key()))
                .orElseGet(() -> map.text(setting.key()).flatMap(text -> parsed(setting, text)));
    }

    @Override
    public boolean has(LoadSetting<?, ?> setting) {
        return map.has(setting.key());
    }

    @Override
    protected String given(LoadSetting<?, ?> setting) {
        return map.text(setting.key()).orElse("");
    }

    @Override
    protected String name(LoadSetting<?, ?> setting) {
        return setting.key();
    }

    @Override
    protected void problem(LoadSetting<?, ?> setting, String sentence) {
        map.problem(setting.key(), sentence);
    }
}
