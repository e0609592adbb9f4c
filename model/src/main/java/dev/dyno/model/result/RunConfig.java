package dev.dyno.model.result;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stored configuration of a run by its parts. Only this class reads its maps: a part that is missing, or of another form,
 * counts as absent.
 *
 * @param values the maps, see {@link RunResult#config}
 */
public record RunConfig(Map<String, Object> values) {

    /**
     * Settings of a group of producers or of consumers in their stored form.
     *
     * @param values by name
     */
    public record Group(Map<?, ?> values) {

        public List<String> destinations() {
            return values.get("destinations") instanceof Collection<?> names
                    ? names.stream().map(String::valueOf).toList()
                    : List.of();
        }

        public Optional<String> text(String setting) {
            return Optional.ofNullable(values.get(setting)).map(String::valueOf);
        }

        public long number(String setting, long otherwise) {
            return values.get(setting) instanceof Number number ? number.longValue() : otherwise;
        }
    }

    /** Part with the objectives of a run that searched for the capacity. */
    public static final String CAPACITY = "capacity";

    /** Part with the objectives of a load whose rate rises. */
    public static final String RAMP = "slo";

    /** Part with the answer of a search before the load, for a run at a share of the rate that the broker holds. */
    public static final String HELD = "held";

    /** Key in {@link #HELD} of the sentence that {@link #held} returns. */
    public static final String RATE = "rate";

    /** Part with the labels of the run. */
    public static final String TAGS = "tags";

    /** Part with the price of the machines per hour. */
    public static final String PRICE_PER_HOUR = "pricePerHour";

    /** The price of the machines per hour, in the user's currency. */
    public Optional<Double> pricePerHour() {
        return values.get(PRICE_PER_HOUR) instanceof Number price ? Optional.of(price.doubleValue()) : Optional.empty();
    }

    /** Part with the processors that the load was held to. */
    public static final String PROCESSORS = "processors";

    /** Processors that the load was held to; empty if it could use all. */
    public List<String> processors() {
        return texts(PROCESSORS);
    }

    /** Labels that the user gave the run, by name. */
    public Map<String, String> tags() {
        Map<String, String> tags = new TreeMap<>();
        map(values.get(TAGS)).forEach((name, value) -> tags.put(String.valueOf(name), String.valueOf(value)));
        return tags;
    }

    /** The labels as the user writes them, with commas between them. */
    public String tagText() {
        return tags().entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(","));
    }

    /** Sentence about a run at a share of what the broker holds: the share, the resulting rate, and what is held. */
    public Optional<String> held() {
        return text(HELD, RATE);
    }

    /** Whether the rate was changed on purpose, to search for the capacity. */
    public boolean isSearch() {
        return values.containsKey(CAPACITY);
    }

    /** Whether the load asks on purpose for more than the broker holds. */
    public boolean isOverload() {
        return isSearch() || values.containsKey(RAMP);
    }

    /** Whether clients that lost their connection make a new one. */
    public boolean reconnects() {
        return values.containsKey("reconnectDelay");
    }

    /** The percentile that the verdict has to reach. */
    public Optional<Percentile> required() {
        return Optional.ofNullable(values.get("require")).map(title -> Percentile.titled(String.valueOf(title)));
    }

    public List<String> failIf() {
        return texts("failIf");
    }

    private List<String> texts(String part) {
        return values.get(part) instanceof Collection<?> texts
                ? texts.stream().map(String::valueOf).toList()
                : List.of();
    }

    public List<Group> producers() {
        return groups("producers");
    }

    public List<Group> consumers() {
        return groups("consumers");
    }

    private List<Group> groups(String side) {
        return values.get(side) instanceof Collection<?> groups
                ? groups.stream().map(group -> new Group(map(group))).toList()
                : List.of();
    }

    public Optional<String> producerDriver() {
        return text("producerTarget", "driver");
    }

    /** Driver of the producers, or {@code producers/consumers} if the consumers have another one. */
    public Optional<String> driver() {
        return Stream.of(producerDriver(), text("consumerTarget", "driver"))
                .flatMap(Optional::stream)
                .distinct()
                .reduce((producers, consumers) -> producers + "/" + consumers);
    }

    private Optional<String> text(String part, String setting) {
        return Optional.ofNullable(map(values.get(part)).get(setting)).map(String::valueOf);
    }

    private static Map<?, ?> map(@Nullable Object part) {
        return part instanceof Map<?, ?> map ? map : Map.of();
    }

    /** All values by their paths, for example {@code producers[0].messageSize}, in the order of the configuration. */
    public Map<String, String> flat() {
        Map<String, String> flat = new LinkedHashMap<>();
        flatten("", values, flat);
        return flat;
    }

    private static void flatten(String path, Object value, Map<String, String> flat) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, inner) -> flatten(path.isEmpty() ? String.valueOf(key) : path + '.' + key, inner, flat));
        } else if (value instanceof Collection<?> list) {
            int at = 0;
            for (Object element : list) {
                flatten(path + '[' + at++ + ']', element, flat);
            }
        } else {
            flat.put(path, String.valueOf(value));
        }
    }
}
