package dev.dyno.broker.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Mark in a data folder: the broker it belongs to, that broker's ports (some write them into their data), and the processes that
 * use it. A later start uses the data again, if the user named the folder, or else deletes what a dead tool has left.
 *
 * @param broker recipe and version
 * @param ports ports chosen for the broker, by name
 * @param processes in the form of {@link Leftovers#identities}, the tool first
 */
record DataMark(String broker, Map<String, Integer> ports, List<String> processes) {

    private static final String FILE = "dyno-broker";
    private static final String BROKER = "broker ";
    private static final String PORT = "port ";
    private static final String PROCESS = "process ";

    DataMark {
        ports = Map.copyOf(ports);
        processes = List.copyOf(processes);
    }

    /** Mark of a folder; empty = no broker of ours has used it. */
    static Optional<DataMark> read(Path folder) throws IOException {
        String broker = "";
        Map<String, Integer> ports = new LinkedHashMap<>();
        List<String> processes = new ArrayList<>();
        Path mark = folder.resolve(FILE);
        // Reading a pipe of that name would never end.
        if (!Files.isRegularFile(mark)) {
            return Optional.empty();
        }
        try {
            for (String line : Files.readAllLines(mark, StandardCharsets.UTF_8)) {
                if (line.startsWith(BROKER)) {
                    broker = line.substring(BROKER.length());
                } else if (line.startsWith(PORT)) {
                    String[] words = line.substring(PORT.length()).split(" ", -1);
                    ports.put(words[0], Integer.valueOf(words[1]));
                } else if (line.startsWith(PROCESS)) {
                    processes.add(line.substring(PROCESS.length()));
                }
            }
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (RuntimeException e) {
            throw new IOException("the file " + FILE + " in it is damaged", e);
        }
        return Optional.of(new DataMark(broker, ports, processes));
    }

    void write(Path folder) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(BROKER + broker);
        ports.forEach((name, port) -> lines.add(PORT + name + " " + port));
        processes.forEach(process -> lines.add(PROCESS + process));
        Path next = folder.resolve(FILE + ".next");
        Files.write(next, lines, StandardCharsets.UTF_8);
        Files.move(next, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }
}
