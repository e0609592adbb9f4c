package dev.dyno.broker.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Files that a broker runs from, all on this machine.
 *
 * @param classPath class path of the broker's JVM; empty = the broker is a program
 * @param program the program's file; empty = the broker is Java; an empty path = the program that the container's image names
 * @param version if known without starting it
 * @param container that the program runs in; empty = none
 */
record Installation(
        List<Path> classPath, Optional<Path> program, Optional<String> version, Optional<Container> container) {

    Installation(Path program, Optional<String> version) {
        this(List.of(), Optional.of(program), version, Optional.empty());
    }

    private Installation(List<Path> classPath, Recipe recipe) {
        this(classPath, Optional.empty(), recipe.version(), Optional.empty());
    }

    /** Finds or fetches the files that the plan's recipe needs. */
    static Installation of(
            LaunchPlan plan, Optional<String> wantedVersion, ClassPaths classPaths, OtherVersions otherVersions)
            throws BrokerException, InterruptedException {
        Recipe recipe = plan.recipe();
        if (recipe.software() instanceof Software.Bundled bundled) {
            return new Installation(classPaths.of(bundled), recipe);
        } else if (recipe.software() instanceof Software.Fetched fetched) {
            return new Installation(classPaths.of(recipe, fetched), recipe);
        }
        return installed(plan, (Software.Installed) recipe.software(), wantedVersion, otherVersions);
    }

    private static Installation installed(
            LaunchPlan plan, Software.Installed software, Optional<String> wanted, OtherVersions otherVersions)
            throws BrokerException, InterruptedException {
        Recipe recipe = plan.recipe();
        Optional<Path> program = plan.knobs().containsKey(Programs.PROGRAM)
                ? Optional.of(Programs.require(recipe, software, plan.knobs()))
                : Programs.find(software);
        Optional<String> version =
                program.isPresent() ? Programs.version(recipe, software, program.get()) : Optional.empty();
        if (wanted.isEmpty() || version.map(v -> v + ".").orElse("").startsWith(wanted.get() + ".")) {
            return new Installation(Programs.require(recipe, software, plan.knobs()), version);
        }
        if (plan.knobs().containsKey(Programs.PROGRAM)) {
            throw new BrokerException(plan.where() + Programs.PROGRAM + ": " + program.orElseThrow() + "; is "
                    + version.map(v -> "version " + v).orElse("one that does not say its version") + ", and "
                    + recipe.name() + ":" + wanted.get() + " was asked for. Leave one of them out.");
        }
        return otherVersions
                .find(recipe, software, wanted.get())
                .orElseThrow(() -> new BrokerException("broker " + recipe.name() + ": version " + wanted.get()
                        + " is not here; installed is "
                        + version.orElse(program.isPresent() ? "one that does not say its version" : "none")
                        + ". Leave the version out to take it, or install the other one."
                        + OtherVersions.advice(recipe, software)));
    }
}
