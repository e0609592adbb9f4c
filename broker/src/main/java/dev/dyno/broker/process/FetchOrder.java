package dev.dyno.broker.process;

import java.util.List;
import java.util.Optional;

/**
 * Artifacts to fetch, and the broker or library that needs them.
 *
 * @param where beginning of a sentence about the broker or library
 * @param name name of the broker or library
 * @param artifacts {@code group:artifact:version}, each fetched with its dependencies
 * @param exclude {@code group:artifact} that is never fetched
 * @param pin {@code group:artifact:version} that replaces any other version
 */
record FetchOrder(
        String where,
        String name,
        Optional<String> version,
        List<String> artifacts,
        List<String> exclude,
        List<String> pin) {

    static FetchOrder of(Recipe recipe, Software.Fetched software) {
        return new FetchOrder(
                "broker " + recipe.name() + ": ",
                recipe.name(),
                recipe.version(),
                software.artifacts(),
                software.exclude(),
                software.pin());
    }

    /** Name and version, for messages. */
    String what() {
        return name + " " + version.orElse("");
    }
}
