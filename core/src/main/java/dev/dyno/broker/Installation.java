package dev.dyno.broker;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The files that a broker runs from, all of which are on this machine.
 *
 * @param classPath of its JVM; empty = it is a program
 * @param program empty = it is Java
 * @param version as far as it is known without starting it
 * @param container that the program runs in; empty = in none
 */
record Installation(
        List<Path> classPath, Optional<Path> program, Optional<String> version, Optional<Container> container) {

    Installation(Path program, Optional<String> version) {
        this(List.of(), Optional.of(program), version, Optional.empty());
    }

    private Installation(List<Path> classPath, Recipe recipe) {
        this(classPath, Optional.empty(), recipe.version(), Optional.empty());
    }

    /** Finds or fetches what the recipe needs. */
    static Installation of(
            Recipe recipe, Optional<String> wantedVersion, ClassPaths classPaths, OtherVersions otherVersions)
            throws BrokerException, InterruptedException {
        if (recipe.software() instanceof Software.Bundled bundled) {
            return new Installation(classPaths.of(bundled), recipe);
        } else if (recipe.software() instanceof Software.Fetched fetched) {
            return new Installation(classPaths.of(recipe, fetched), recipe);
        }
        return installed(recipe, (Software.Installed) recipe.software(), wantedVersion, otherVersions);
    }

    private static Installation installed(
            Recipe recipe, Software.Installed software, Optional<String> wanted, OtherVersions otherVersions)
            throws BrokerException, InterruptedException {
        if (wanted.isEmpty()) {
            Path program = Programs.require(recipe, software);
            return new Installation(program, Programs.version(recipe, software, program));
        }
        Optional<String> version = Optional.empty();
        Optional<Path> program = Programs.find(software);
        if (program.isPresent()) {
            version = Programs.version(recipe, software, program.get());
            if (version.isPresent() && (version.get() + ".").startsWith(wanted.get() + ".")) {
                return new Installation(program.get(), version);
            }
        }
        Optional<Installation> other = otherVersions.find(recipe, software, wanted.get());
        if (other.isEmpty()) {
            String installed = program.isEmpty() ? "none" : version.orElse("one that does not say its version");
            throw new BrokerException("broker " + recipe.name() + ": version " + wanted.get()
                    + " is not here; installed is " + installed
                    + ". Leave the version out to take it, or install the other one."
                    + OtherVersions.advice(recipe, software));
        }
        return other.get();
    }
}
