package dev.dyno.cluster.group;

import dev.dyno.model.pace.SystemTime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Member in a process of its own: prints what it receives, and ends with its standard input. */
final class PeerMain {

    private PeerMain() {}

    /**
     * Listens or joins, when it reads a line.
     *
     * @param args listen or join, HOST:PORT, the name, the version, the folder of the keys or -
     */
    public static void main(String[] args) throws IOException {
        final GroupOptions options = new GroupOptions(
                HostPort.parse(args[1], GroupOptions.DEFAULT_PORT),
                args[2],
                args[3],
                args[4].equals("-") ? Optional.empty() : Optional.of(Path.of(args[4])),
                Optional.empty());
        final SystemTime clock = new SystemTime();
        final GroupListener listener = new GroupListener() {
            @Override
            public void joined(Member member) {
                say("joined " + member.name());
            }

            @Override
            public void left(Member member, Departure how) {
                say("left " + member.name() + " " + how);
            }

            @Override
            public byte[] answer(Member from, byte[] request) {
                return request;
            }

            @Override
            public void refused(String who, String why) {
                say("refused " + who + " | " + why);
            }
        };
        final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        say("up");
        if (in.readLine() == null) {
            return;
        }
        try (Group group = args[0].equals("listen")
                ? GroupConnector.listen(options, clock, listener)
                : GroupConnector.join(options, clock, listener, Duration.ofSeconds(20))) {
            say("ready " + group.address());
            String line = in.readLine();
            while (line != null && !line.equals("close")) {
                call(group, line);
                line = in.readLine();
            }
            if (line == null) {
                // The test has gone: nothing is to be waited for.
                Runtime.getRuntime().halt(1);
            }
        } catch (GroupException e) {
            say("failed " + e.getMessage());
        }
        say("closed");
        // No thread of the group keeps this process.
    }

    /** Asks the member of that name, which is to be in. */
    private static void call(Group group, String name) {
        final Optional<Member> whom =
                group.members().stream().filter(one -> one.name().equals(name)).findFirst();
        try {
            group.call(whom.orElseThrow(), new byte[0], Duration.ofSeconds(10));
            say("called " + name);
        } catch (GroupException e) {
            say("failed " + e.getMessage());
        }
    }

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
