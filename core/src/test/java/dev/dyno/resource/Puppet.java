package dev.dyno.resource;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts a {@link PuppetMain} and tells it what to do. */
final class Puppet implements AutoCloseable {

    private final Process process;
    private final BufferedReader answers;
    private final Writer commands;

    private Puppet(Process process) {
        this.process = process;
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        commands = process.outputWriter(StandardCharsets.UTF_8);
    }

    static Puppet start(String... flags) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Also the build's own flags must not reach it.
        command.addAll(List.of("-Xmx128m", "-Xms128m"));
        command.addAll(List.of(flags));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), PuppetMain.class.getName()));
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.DISCARD);
            Map<String, String> environment = builder.environment();
            environment.remove("JAVA_TOOL_OPTIONS");
            Puppet puppet = new Puppet(builder.start());
            String line = puppet.line();
            while (!line.equals("ready")) {
                line = puppet.line(); // What agents say.
            }
            return puppet;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String line() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("the puppet has ended");
        }
        return line;
    }

    long pid() {
        return process.pid();
    }

    String tell(String command) {
        try {
            commands.write(command + "\n");
            commands.flush();
            return line();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Also what it has started, which is no more than a sleep or a shell. */
    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
    }
}
