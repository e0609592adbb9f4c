package dev.dyno.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dyno.cli.Dyno.Ran;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The Dyno that the build has laid out, with its brokers and drivers, in processes of their own. */
final class BuiltDyno {

    static final String HOME =
            Path.of("..", "target", "dyno").toAbsolutePath().normalize().toString();

    private BuiltDyno() {}

    /** Command that starts one, with those words. */
    static List<String> command(List<String> words) {
        return command(List.of(), words);
    }

    /** @param flags of the JVM, after and above those of a small heap, the simplest collector, and what the build has laid out */
    static List<String> command(List<String> flags, List<String> words) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-Ddyno.home=" + HOME));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.dyno.cli.Main"));
        command.addAll(words);
        return command;
    }

    /** The same as one line for a shell. */
    static String shellCommand(List<String> words) {
        return command(words).stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    }

    /** Runs a command line in this JVM, with what the build has laid out. */
    static Ran run(String... words) {
        System.setProperty("dyno.home", HOME);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status =
                Main.execute(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), Map.of(), words);
        return new Ran(status, out.toString(UTF_8), err.toString(UTF_8));
    }

    static Ran type(String line, Object... values) {
        return run(Dyno.words(line, values));
    }
}
