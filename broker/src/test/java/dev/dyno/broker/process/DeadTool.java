package dev.dyno.broker.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A tool that starts a broker and then only waits to be killed. */
final class DeadTool {

    private DeadTool() {}

    /**
     * Prints the broker's process id and data folder, and on a second line its first URL; takes the dyno home, the recipe's name and,
     * maybe, a data folder.
     */
    public static void main(String[] args) throws Exception {
        BrokerSpec spec = BrokerSpec.of(args[1]);
        ManagedBroker broker =
                new BrokerLauncher(Path.of(args[0])).start(args.length > 2 ? spec.withDataDir(Path.of(args[2])) : spec);
        System.out.println(broker.pid() + " " + broker.data());
        System.out.println(broker.urls().values().iterator().next());
        broker.onExit().join();
    }

    /** Starts one in a JVM of its own, whose private folders are made in that folder. */
    static ProcessBuilder jvm(Path folder, String... recipeAndData) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                DeadTool.class.getName(),
                TestHome.path().toString()));
        command.addAll(List.of(recipeAndData));
        return new ProcessBuilder(command);
    }

    static Process start(Path folder, String... recipeAndData) throws IOException {
        return jvm(folder, recipeAndData)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Lines that it prints. */
    static BufferedReader output(Process tool) {
        return new BufferedReader(new InputStreamReader(tool.getInputStream(), StandardCharsets.UTF_8));
    }
}
