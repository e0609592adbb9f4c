package dev.dyno.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs command lines in this JVM, with a Dyno installed in a folder of its own: the driver folders are there, and those of the
 * simulated broker and of the null driver can be loaded.
 */
final class Dyno {

    private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\\S)+");

    private final Map<String, String> environment = new HashMap<>();

    /** Result of a command line. */
    record Ran(int status, String out, String err) {

        List<String> outLines() {
            return out.lines().toList();
        }

        List<String> errLines() {
            return err.lines().toList();
        }

        /** It ended well, and there is nothing on the standard error. */
        Ran good() {
            assertThat(err).isEmpty();
            return ended(Exit.GOOD);
        }

        /** It was refused before anything began, in these words. */
        Ran refused(String... words) {
            assertThat(err).contains(words);
            return ended(Exit.USAGE);
        }

        Ran ended(int expected) {
            assertThat(status).as(out + err).isEqualTo(expected);
            return this;
        }
    }

    Dyno(Path folder) {
        try {
            Path home = Files.createDirectories(folder.resolve("home"));
            installDriver(home, "amqp", "class=none\nschemes=amqp,amqps");
            installDriver(home, "artemis", "class=none\nschemes=tcp, vm");
            installDriver(home, "jms", "class=none");
            installDriver(home, "jms-javax", "class=none");
            for (String driver : List.of("sim", "null")) {
                String type = driver.equals("sim") ? "dev.dyno.driver.sim.SimDriver" : "dev.dyno.driver.sim.NullDriver";
                jarOf(
                        type,
                        installDriver(
                                home,
                                driver,
                                "class=" + type + "\ndefaultUrl=" + driver + "://broker\nschemes=" + driver));
            }
            // The module's folder is the working folder of its tests.
            copy(Path.of("..", "recipes").toAbsolutePath().normalize(), home.resolve("recipes"));
            // Enough for what is checked before the broker starts.
            Files.createFile(Files.createDirectories(home.resolve(Path.of("brokers", "artemis", "lib")))
                    .resolve("none.jar"));
            System.setProperty("dyno.home", home.toString());
            // Most tests look at something else, and need no steady load.
            environment.put("DYNO_WARMUP", "0");
            environment.put(
                    "DYNO_RUNS", Files.createDirectories(folder.resolve("runs")).toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path installDriver(Path home, String name, String properties) throws IOException {
        Path driver = Files.createDirectories(home.resolve("drivers").resolve(name));
        Files.writeString(driver.resolve("driver.properties"), properties);
        return Files.createDirectories(driver.resolve("lib"));
    }

    /** Puts the jar that a class comes from into a folder; makes it, where the class comes from a folder of classes. */
    private static void jarOf(String type, Path lib) throws IOException {
        Path source;
        try {
            source = Path.of(Class.forName(type)
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (ClassNotFoundException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
        Path jar = lib.resolve("driver.jar");
        if (!Files.isDirectory(source)) {
            Files.copy(source, jar);
            return;
        }
        try (JarOutputStream out = new JarOutputStream(new BufferedOutputStream(Files.newOutputStream(jar)));
                Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(source.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, out);
            }
        }
    }

    /** Copies a folder with all that is in it. */
    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    /** With a variable in the environment. */
    Dyno with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    Ran run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = Main.execute(
                new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), environment, arguments);
        return new Ran(status, out.toString(UTF_8), err.toString(UTF_8));
    }

    Ran type(String line, Object... values) {
        return run(words(line, values));
    }

    /** The words of a line: apostrophes are around one with spaces, and %s stands for the next value. */
    static String[] words(String line, Object... values) {
        Iterator<Object> next = Arrays.asList(values).iterator();
        String[] words = WORD.matcher(line)
                .results()
                .map(word -> word.group().replace("'", ""))
                .map(word -> word.contains("%s") ? word.replace("%s", String.valueOf(next.next())) : word)
                .toArray(String[]::new);
        assertThat(next).as("values without a place in the line").isExhausted();
        return words;
    }
}
