package dev.dyno.cluster.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.engine.proxy.Lan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Members on machines of their own whose cables are cut. */
@Tag("root")
class LanTest {

    private final List<AutoCloseable> opened = new ArrayList<>();
    private Lan lan;
    private Peer.Setup setup = Peer.Setup.plain();

    @BeforeEach
    void layCables() throws Exception {
        lan = Lan.open();
        opened.add(lan::remove);
        lan.machine("c", 1);
        lan.machine("a", 2);
        lan.machine("b", 3);
        setup = setup.withKeys(TestKeys.of("ours"));
    }

    /** The processes before the network that they are in. */
    @AfterEach
    void end() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    private Peer opened(Peer peer) {
        opened.add(peer);
        return peer;
    }

    private Peer join(String machine) {
        return opened(Peer.join(setup.within(lan.on(machine)), "10.0.0.1:7400", machine));
    }

    private static Duration since(long beganNs, Peer peer, String line) {
        peer.awaits(line);
        return Duration.ofNanos(System.nanoTime() - beganNs);
    }

    @Test
    void aWorkerThatIsCutOffIsSeenWithinFourSecondsAndCanJoinAgain() throws Exception {
        // Workers first: they look for a coordinator until there is one.
        final Peer a = join("a");
        final Peer b = join("b");
        final Peer coordinator = opened(Peer.listen(setup.within(lan.on("c")), "10.0.0.1:7400", "c"));
        coordinator.awaits("joined a");
        coordinator.awaits("joined b");
        a.awaits("joined c");
        b.awaits("joined c");

        final long cutNs = System.nanoTime();
        lan.cut("a");
        assertThat(since(cutNs, coordinator, "left a SILENT")).isLessThan(Duration.ofSeconds(4));
        assertThat(since(cutNs, a, "left c SILENT")).isLessThan(Duration.ofSeconds(4));

        lan.plugIn("a");
        a.close();
        final Peer again = join("a");
        again.awaits("joined c");
        again.call("c");
        assertThat(coordinator.lines()).filteredOn("joined a"::equals).hasSize(2);
        // The others have not noticed anything.
        assertThat(b.lines()).doesNotContain("left c SILENT", "left c CRASHED");
        assertThat(coordinator.lines()).doesNotContain("left b SILENT", "left b CRASHED");
    }

    @Test
    void aWorkerBehindAddressTranslationJoinsAndIsSeenWhenItEnds() throws Exception {
        lan.behind("hidden", "b");
        final Peer coordinator = opened(Peer.listen(setup.within(lan.on("c")), "10.0.0.1:7400", "c"));
        coordinator.ready();
        final Peer hidden = join("hidden");
        coordinator.awaits("joined hidden");
        coordinator.call("hidden");
        hidden.call("c");
        hidden.kill();
        coordinator.awaits("left hidden CRASHED");
    }
}
