package dev.dyno.broker.process;

import dev.dyno.model.result.FileReason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The class path of each broker. A file lists the jars fetched for a broker, so that later starts are fast and need no network.
 *
 * @param memory folder for these lists; made when needed
 */
record ClassPaths(Path home, Path memory, Fetcher fetcher) {

    private static final Object ONE_AT_A_TIME = new Object();
    private static final int NAME_BYTES = 6;

    /** Class path of a bundled broker, with the jars of our launcher first, if the recipe has one. */
    List<Path> of(Software.Bundled software) throws BrokerException {
        return withOurs(software.jvm(), Jars.in(home.resolve(software.folder())));
    }

    /** Class path of a fetched broker; fetches missing jars. */
    List<Path> of(Recipe recipe, Software.Fetched software) throws BrokerException, InterruptedException {
        return withOurs(software.jvm(), fetched(FetchOrder.of(recipe, software)));
    }

    /** Whether the broker can start without a network. */
    boolean isHere(Recipe recipe, Software.Fetched software) {
        return remembered(FetchOrder.of(recipe, software)).isPresent();
    }

    /** Jars of an order, without those of our launcher; fetches missing ones. */
    List<Path> fetched(FetchOrder order) throws BrokerException, InterruptedException {
        Optional<List<Path>> remembered = remembered(order);
        return remembered.isPresent() ? remembered.get() : fetch(order);
    }

    private List<Path> withOurs(Software.Jvm jvm, List<Path> broker) throws BrokerException {
        List<Path> all = new ArrayList<>();
        if (jvm.launcher().isPresent()) {
            all.addAll(Jars.in(home.resolve("brokers").resolve("launcher").resolve("lib")));
            all.addAll(Jars.in(home.resolve(jvm.launcher().get())));
        }
        all.addAll(broker);
        return all;
    }

    private List<Path> fetch(FetchOrder order) throws BrokerException, InterruptedException {
        // Two fetches of the same jars into one local repository disturb each other, even in two processes.
        synchronized (ONE_AT_A_TIME) {
            try {
                Files.createDirectories(memory);
                try (FileChannel file = FileChannel.open(
                                memory.resolve("fetching"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                        FileLock lock = file.lock()) {
                    Optional<List<Path>> meanwhile = remembered(order);
                    if (lock.isValid() && meanwhile.isPresent()) {
                        return meanwhile.get();
                    }
                    List<Path> jars = fetcher.fetch(order);
                    remember(order, jars);
                    return jars;
                }
            } catch (IOException e) {
                throw new BrokerException(
                        order.where() + "what was fetched cannot be remembered in " + memory + ": " + FileReason.of(e),
                        e);
            }
        }
    }

    /** The remembered jars: each line of the file has the length and the path of one. Empty if any is missing or has changed. */
    private Optional<List<Path>> remembered(FetchOrder order) {
        try {
            List<Path> jars = new ArrayList<>();
            for (String line : Files.readAllLines(file(order), StandardCharsets.UTF_8)) {
                int space = line.indexOf(' ');
                Path jar = Path.of(line.substring(space + 1));
                if (Files.size(jar) != Long.parseLong(line.substring(0, space))) {
                    return Optional.empty();
                }
                jars.add(jar);
            }
            return jars.isEmpty() ? Optional.empty() : Optional.of(jars);
        } catch (IOException | RuntimeException e) {
            return Optional.empty(); // Any error in the list, or a missing jar, is fixed by fetching.
        }
    }

    private void remember(FetchOrder order, List<Path> jars) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path jar : jars) {
            lines.add(Files.size(jar) + " " + jar);
        }
        Path file = file(order);
        Path next = Files.createTempFile(memory, "next", "");
        Files.write(next, lines, StandardCharsets.UTF_8);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** File of the list, one per set of coordinates, so that a changed recipe is fetched again. */
    private Path file(FetchOrder order) {
        String coordinates = order.artifacts() + " " + order.exclude() + " " + order.pin();
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(coordinates.getBytes(StandardCharsets.UTF_8));
            return memory.resolve(order.name() + "-" + order.version().orElse("") + "-"
                    + HexFormat.of().formatHex(digest, 0, NAME_BYTES) + ".classpath");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
