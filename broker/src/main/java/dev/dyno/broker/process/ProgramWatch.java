package dev.dyno.broker.process;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Ends the processes of a broker when the tool has died, and deletes its private data folder. A program ignores the end of its
 * standard input, unlike a JVM under the keeper, and so does a paused JVM; so this is a shell that waits for the end of its input
 * and knows the processes. Without a shell, the next start of a broker cleans up, see {@link Leftovers}.
 *
 * <p>Assumptions and guarantees: one thread at a time. Between the start of a process and {@link #over} it is not watched:
 * milliseconds.
 */
final class ProgramWatch {

    private static final Path SHELL = Path.of("/bin/sh");

    /**
     * The shell's script. Each line of its input has the present process ids; a line {@code bye} ends it. Process groups are
     * killed first, because they include descendants.
     */
    private static final String SCRIPT = """
            trap '' INT TERM HUP
            all=
            while read -r line; do
                [ "$line" != bye ] || exit 0
                all="$line"
            done
            signal() {
                heard=1
                for pid in $all; do
                    if kill -s "$1" -- "-$pid" || kill -s "$1" -- "$pid"; then heard=0; fi
                done 2>/dev/null
                return $heard
            }
            tenths=0
            signal TERM
            # One that is paused hears it then. As long as the keeper gives a broker.
            signal CONT
            while signal 0 && [ $tenths -lt 100 ]; do
                sleep 0.1
                tenths=$((tenths + 1))
            done
            signal KILL
            if [ $# -gt 1 ]; then
                containers=$("$2" ps --all --quiet --filter "label=$3")
                [ -z "$containers" ] || "$2" rm --force $containers
            fi
            [ -z "$1" ] || rm -rf -- "$1"
            """;

    private final Optional<Process> shell;

    private ProgramWatch(Optional<Process> shell) {
        this.shell = shell;
    }

    /** Begins a watch over no process. */
    static ProgramWatch begin(DataFolder data, Optional<Container> container) throws IOException {
        if (!Files.isExecutable(SHELL)) {
            return new ProgramWatch(Optional.empty());
        }
        List<String> command = new ArrayList<>();
        Programs.onPath("setsid").ifPresent(setsid -> command.add(setsid.toString()));
        command.addAll(List.of(SHELL.toString(), "-c", SCRIPT, "dyno-watch"));
        command.add(data.isPrivate() ? data.path().toString() : "");
        container.map(Container::removal).ifPresent(command::addAll);
        return new ProgramWatch(Optional.of(new ProcessBuilder(command)
                .directory(Path.of("/").toFile())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.DISCARD)
                .start()));
    }

    void over(List<ProcessHandle> processes) {
        say(processes.stream().map(process -> Long.toString(process.pid())).collect(Collectors.joining(" ")));
    }

    void end() {
        say("bye");
        shell.ifPresent(ProgramWatch::closeInput);
    }

    private void say(String line) {
        if (shell.isPresent()) {
            OutputStream out = shell.get().getOutputStream();
            try {
                out.write((line + '\n').getBytes(StandardCharsets.UTF_8));
                out.flush();
            } catch (IOException e) {
                // The shell has been ended by others; the next start of a broker then cleans up.
            }
        }
    }

    private static void closeInput(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The shell has already ended.
        }
    }
}
