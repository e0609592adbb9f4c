package dev.dyno.broker;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a broker's process said on standard output and standard error. */
final class BrokerLog {

    /** More than this from the end is never read. */
    private static final int TAIL_BYTES = 256 * 1024;

    private final Path file;
    private long seenBytes = -1;

    BrokerLog(Path file) {
        this.file = file;
    }

    /** The last lines, oldest first; empty when there is no log. */
    List<String> last(int lines) {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long start = Math.max(0, in.length() - TAIL_BYTES);
            byte[] tail = new byte[(int) (in.length() - start)];
            in.seek(start);
            in.readFully(tail);
            List<String> all = new String(tail, StandardCharsets.UTF_8).lines().toList();
            return all.subList(Math.max(0, all.size() - lines), all.size());
        } catch (IOException e) {
            return List.of();
        }
    }

    /** The first complete line that begins with one of the words, if there is one. Reads only what grew since. */
    Optional<String> line(List<String> words) throws IOException {
        if (Files.size(file) == seenBytes) {
            return Optional.empty();
        }
        byte[] bytes = Files.readAllBytes(file);
        seenBytes = bytes.length;
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .filter(line -> words.stream().anyMatch(line::startsWith))
                .findFirst();
    }
}
