package dev.dyno.broker.process;

import java.util.List;
import java.util.Optional;

/**
 * What is to be fetched, for whom.
 *
 * @param where how a sentence about it begins
 * @param name of what is fetched
 * @param artifacts {@code group:artifact:version}, each fetched with what it depends on
 * @param exclude {@code group:artifact} that is not fetched, whoever depends on it
 * @param pin {@code group:artifact:version} that is taken, whatever version is depended on
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

    /** For people. */
    String what() {
        return name + " " + version.orElse("");
    }
}
