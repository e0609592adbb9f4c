package dev.dyno.broker.profile;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a {@link WorkingMain} and leads it from phase to phase. */
final class Working implements AutoCloseable {

    private final Process process;
    private final BufferedReader answers;
    private final Writer commands;

    private Working(Process process) {
        this.process = process;
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        commands = process.outputWriter(StandardCharsets.UTF_8);
    }

    static Working start(String... flags) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(flags));
        command.addAll(List.of("-Xmx64m", "-cp", System.getProperty("java.class.path"), WorkingMain.class.getName()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.DISCARD);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        Working working = new Working(builder.start());
        working.awaitReady();
        return working;
    }

    private void awaitReady() throws IOException {
        String line = answers.readLine();
        while (line != null && !line.equals("ready")) {
            line = answers.readLine(); // What an agent says.
        }
        if (line == null) {
            throw new IOException("it has ended");
        }
    }

    long pid() {
        return process.pid();
    }

    /** Returns when it is in its next phase and has done some of it. */
    void nextPhase() throws IOException {
        commands.write("\n");
        commands.flush();
        awaitReady();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
