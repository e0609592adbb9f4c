package dev.dyno.cluster.group;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Members in processes of their own, with TLS, as between machines. */
@Tag("slow")
abstract class ProcessGroup {

    static Peer.Setup setup = Peer.Setup.plain();

    final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeAll
    static void makeKeys() throws GroupException {
        setup = Peer.Setup.plain().withKeys(TestKeys.of("ours"));
    }

    @AfterEach
    void end() throws Exception {
        for (final AutoCloseable one : opened) {
            one.close();
        }
    }

    final Peer opened(Peer peer) {
        opened.add(peer);
        return peer;
    }

    final Peer listen() {
        return opened(Peer.listen(setup, "localhost:0", "c"));
    }

    final Peer join(String address, String name) {
        return opened(Peer.join(setup, address, name));
    }
}
