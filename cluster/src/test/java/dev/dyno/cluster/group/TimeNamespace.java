package dev.dyno.cluster.group;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Processes whose monotonic clock is wrong by a known amount. */
final class TimeNamespace {

    private TimeNamespace() {}

    static void assumeAvailable() throws InterruptedException {
        assumeTrue(works(), "unshare --time is not allowed here: it needs root and Linux 5.6");
    }

    /** The words before a command whose clock is to be ahead; when they are killed, the command is. */
    static String[] ahead(int seconds) {
        return new String[] {"unshare", "--fork", "--kill-child", "--time", "--monotonic", String.valueOf(seconds)};
    }

    private static boolean works() throws InterruptedException {
        try {
            final List<String> words = new ArrayList<>(List.of(ahead(1)));
            words.add("true");
            return new ProcessBuilder(words).redirectErrorStream(true).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
