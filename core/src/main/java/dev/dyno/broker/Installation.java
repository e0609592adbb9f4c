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
 */
record Installation(List<Path> classPath, Optional<Path> program, Optional<String> version) {

    /** Finds or fetches what the recipe needs. */
    static Installation of(Recipe recipe, Optional<String> wantedVersion, ClassPaths classPaths)
            throws BrokerException, InterruptedException {
        if (recipe.software() instanceof Software.Bundled bundled) {
            return new Installation(classPaths.of(bundled), Optional.empty(), recipe.version());
        } else if (recipe.software() instanceof Software.Fetched fetched) {
            return new Installation(classPaths.of(recipe, fetched), Optional.empty(), recipe.version());
        }
        return installed(recipe, (Software.Installed) recipe.software(), wantedVersion);
    }

    private static Installation installed(Recipe recipe, Software.Installed software, Optional<String> wantedVersion)
            throws BrokerException, InterruptedException {
        Path program = Programs.require(recipe, software);
        Optional<String> version = Programs.version(recipe, software, program);
        if (wantedVersion.isPresent() && !wantedVersion.equals(version)) {
            throw new BrokerException("broker " + recipe.name() + ": version " + wantedVersion.get()
                    + " is not here; installed is " + version.orElse("one that does not say its version")
                    + ". Leave the version out to take it, or install the other one.");
        }
        return new Installation(List.of(), Optional.of(program), version);
    }
}
