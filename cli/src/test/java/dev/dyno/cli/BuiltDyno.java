package dev.dyno.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The Dyno that the build has laid out, with its brokers and drivers, in processes of their own. */
final class BuiltDyno {

    static final String HOME =
            Path.of("..", "target", "dyno").toAbsolutePath().normalize().toString();

    private BuiltDyno() {}

    /** What starts one, with those words of its command line. */
    static List<String> command(List<String> words) {
        return command(List.of(), words);
    }

    /** @param flags of the JVM, in place of a small heap and the simplest collector */
    static List<String> command(List<String> flags, List<String> words) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC"));
        command.addAll(flags);
        command.addAll(
                List.of("-Ddyno.home=" + HOME, "-cp", System.getProperty("java.class.path"), "dev.dyno.cli.Main"));
        command.addAll(words);
        return command;
    }
}
