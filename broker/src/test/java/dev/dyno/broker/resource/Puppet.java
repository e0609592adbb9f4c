package dev.dyno.broker.resource;

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

/** Starts a {@link PuppetMain}, or another JVM that answers as it does, and sends it commands. */
public final class Puppet implements AutoCloseable {

    private final Process process;
    private final BufferedReader lines;
    private final Writer commands;

    private Puppet(Process process) {
        this.process = process;
        lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        commands = process.outputWriter(StandardCharsets.UTF_8);
    }

    static Puppet start(String... flags) {
        return start(List.of(), PuppetMain.class, flags);
    }

    public static Puppet start(Class<?> main) {
        return start(List.of(), main);
    }

    /** Starts it as the child of a shell, whose process id {@link #pid} then is. */
    static Puppet startByScript(String... flags) {
        return start(List.of("sh", "-c", "\"$@\"; true", "sh"), PuppetMain.class, flags);
    }

    private static Puppet start(List<String> script, Class<?> main, String... flags) {
        List<String> command = new ArrayList<>(script);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Also the build's own flags must not reach it.
        command.addAll(List.of("-Xmx128m", "-Xms128m"));
        command.addAll(List.of(flags));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.DISCARD);
            Map<String, String> environment = builder.environment();
            environment.remove("JAVA_TOOL_OPTIONS");
            Puppet puppet = new Puppet(builder.start());
            puppet.answer(); // It is ready.
            return puppet;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its next answer, past what its agents say. */
    private String answer() throws IOException {
        String line = lines.readLine();
        while (line != null && !line.startsWith(PuppetMain.MARK)) {
            line = lines.readLine();
        }
        if (line == null) {
            throw new IOException("the puppet has ended");
        }
        return line.substring(PuppetMain.MARK.length());
    }

    public long pid() {
        return process.pid();
    }

    public String tell(String command) {
        try {
            commands.write(command + "\n");
            commands.flush();
            return answer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void kill() throws InterruptedException {
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
