package dev.dyno.broker.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds installed programs and their versions. */
final class Programs {

    /** Knob that every recipe of a program has: the program's file. */
    static final String PROGRAM = "program";

    private static final long VERSION_LIMIT_SECONDS = 20;

    private Programs() {}

    /** First file on the PATH that is no wrapper of the system, or else one in the recipe's folders, or else the wrapper. */
    static Optional<Path> find(Software.Installed software) {
        return find(software, System.getenv("PATH"));
    }

    static Optional<Path> find(Software.Installed software, @Nullable String path) {
        return Stream.of(
                        folders(path).filter(folder -> !software.wrappedIn().contains(folder)),
                        software.lookIn().stream(),
                        folders(path))
                .flatMap(folders -> folders)
                .map(folder -> folder.resolve(software.program()))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    /** Program named by the knob, or else found by {@link #find}; the error for a missing one says how to install it. */
    static Path require(Recipe recipe, Software.Installed software, Map<String, String> knobs) throws BrokerException {
        String given = knobs.get(PROGRAM);
        if (given != null) {
            return Path.of(given).toAbsolutePath();
        }
        return find(software).orElseThrow(() -> missing(recipe, software, software.program()));
    }

    /** Checks that another program of the package is on the PATH, because it is started by its name alone. */
    static void requireOnPath(Recipe recipe, Software.Installed software, String name) throws BrokerException {
        if (onPath(name).isEmpty()) {
            throw missing(recipe, software, name);
        }
    }

    private static BrokerException missing(Recipe recipe, Software.Installed software, String name) {
        return new BrokerException("broker " + recipe.name() + ": the program " + name + " is not installed here. "
                + software.install() + OtherVersions.advice(recipe, software));
    }

    /** First executable file of a name on the PATH, for example setsid. */
    static Optional<Path> onPath(String name) {
        return folders(System.getenv("PATH"))
                .map(folder -> folder.resolve(name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static Stream<Path> folders(@Nullable String path) {
        return Stream.of((path == null ? "" : path).split(File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .flatMap(Programs::path);
    }

    private static Stream<Path> path(String folder) {
        try {
            return Stream.of(Path.of(folder));
        } catch (InvalidPathException e) {
            return Stream.empty();
        }
    }

    /** Version that the program reports; empty if it reports none. */
    static Optional<String> version(Recipe recipe, Software.Installed software, Path program)
            throws BrokerException, InterruptedException {
        if (software.versionCommand().isEmpty()) {
            return Optional.empty();
        }
        Placeholders placeholders = new Placeholders(recipe.knobs().keySet(), placeholders(program));
        List<String> command = placeholders.fillAll(
                software.versionCommand(),
                recipe.folder().resolve("recipe.yaml").toString());
        return version(software, command);
    }

    /** Version that the command prints; empty if it prints none. */
    static Optional<String> version(Software.Installed software, List<String> command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            // Waits first, with a limit: reading would last as long as the program. The text of a version fits into a
            // pipe.
            if (!process.waitFor(VERSION_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher version = Pattern.compile(software.versionPattern()).matcher(words);
            return version.find() ? Optional.of(version.group(1)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static Map<String, String> placeholders(Path program) {
        return Map.of(
                PROGRAM,
                program.toString(),
                "program-folder",
                String.valueOf(program.toAbsolutePath().getParent()));
    }
}
