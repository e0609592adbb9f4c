package dev.dyno.model.config;

import dev.dyno.driver.setting.ValueType;
import dev.dyno.model.workload.Limits;
import java.util.Optional;

/** Settings of a workload as a whole, at the top level of its file. */
public final class HeadSettings {

    /**
     * Values of the settings of this class.
     *
     * @param partitions of each destination, if the broker has partitions
     */
    public record Head(Optional<String> name, Optional<String> description, long seed, Optional<Integer> partitions) {}

    public static final Section<Head> SECTION = new Section<>("", HelpPart.LOAD);

    public static final LoadSetting<Head, Optional<String>> NAME = SECTION.optional(
                    "name", LoadKinds.text(), Head::name)
            .means("Name of the run.")
            .flag("NAME", "--name")
            .defaultWords("the command's, or that of the file");

    public static final LoadSetting<Head, Optional<String>> DESCRIPTION = SECTION.optional(
                    "description", LoadKinds.text().map(String::strip), Head::description)
            .means("For people.");

    public static final LoadSetting<Head, Long> SEED = SECTION.add(
                    "seed", ValueType.whole(Long.MIN_VALUE, Long.MAX_VALUE), 1L, Head::seed)
            .means("Seed of payloads, sizes, keys and random arrivals.")
            .flag("N", "--seed");

    public static final LoadSetting<Head, Optional<Integer>> PARTITIONS = SECTION.optional(
                    "partitions", ValueType.count(1, Limits.MAX_CLIENTS), Head::partitions)
            .means("Partitions of each destination, where the driver divides them.")
            .writtenIfAbsent();

    /** Number of destinations; a file gives it with the destinations instead. */
    public static final LoadSetting<Head, Integer> NUM_DESTINATIONS = SECTION.add(
                    "", ValueType.count(1, Limits.MAX_CLIENTS), 1, head -> 1)
            .means("More than 1: each name is a prefix of N destinations, with 0 to N-1 behind it.")
            .flag("N", "--num-destinations");

    private HeadSettings() {}
}
