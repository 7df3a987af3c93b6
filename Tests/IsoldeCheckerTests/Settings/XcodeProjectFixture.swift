/// A small Xcode project file.
enum XcodeProjectFixture {
  /// An application and its tests, with listed files and with folders.
  ///
  /// - Parameters:
  ///   - app: Build settings of the application, as `KEY = value;`.
  ///   - project: Build settings of the project.
  ///   - configurationFile: Whether the project's settings are based on `Config/Base.xcconfig`.
  /// - Returns: The content of `project.pbxproj`.
  static func text(
    app: String = "", project: String = "SWIFT_VERSION = 5.0;", configurationFile: Bool = false
  ) -> String {
    """
    // !$*UTF8*$!
    { archiveVersion = 1; objectVersion = 77; rootObject = P; objects = {
      P = {isa = PBXProject; mainGroup = G; targets = (TESTS, APP, EXT, AGG);
           buildConfigurationList = PL; projectDirPath = ""; };
      G = {isa = PBXGroup; children = (GA, SHARED, SYNC, F3, CFG); sourceTree = "<group>"; };
      GA = {isa = PBXGroup; children = (F1, F2); path = "App Code"; sourceTree = "<group>"; };
      SHARED = {isa = PBXGroup; children = (F4); path = ../Shared; sourceTree = "<group>"; };
      F1 = {isa = PBXFileReference; path = A.swift; sourceTree = "<group>"; };
      F2 = {isa = PBXFileReference; path = Both.swift; sourceTree = "<group>"; };
      F3 = {isa = PBXFileReference; path = "Top/T.swift"; sourceTree = SOURCE_ROOT; };
      F4 = {isa = PBXFileReference; path = S.swift; sourceTree = "<group>"; };
      CFG = {isa = PBXFileReference; path = Config/Base.xcconfig; sourceTree = "<group>"; };
      SYNC = {isa = PBXFileSystemSynchronizedRootGroup; path = Synced; sourceTree = "<group>";
              exceptions = (EX1, EX2); };
      EX1 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = APP;
             membershipExceptions = (Not.swift, Old/Deep); };
      EX2 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = EXT;
             membershipExceptions = (Not.swift); };
      B1 = {isa = PBXBuildFile; fileRef = F1; }; B2 = {isa = PBXBuildFile; fileRef = F2; };
      B3 = {isa = PBXBuildFile; fileRef = F3; }; B4 = {isa = PBXBuildFile; fileRef = F4; };
      B5 = {isa = PBXBuildFile; fileRef = F2; }; B6 = {isa = PBXBuildFile; fileRef = MISSING; };
      PH1 = {isa = PBXSourcesBuildPhase; files = (B1, B2, B4, B6); };
      PH2 = {isa = PBXSourcesBuildPhase; files = (B5, B3); };
      APP = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
             buildPhases = (PH1); fileSystemSynchronizedGroups = (SYNC); buildConfigurationList = AL; };
      EXT = {isa = PBXNativeTarget; name = Share; buildPhases = ();
             productType = "com.apple.product-type.app-extension"; buildConfigurationList = TL; };
      TESTS = {isa = PBXNativeTarget; name = AppTests; buildPhases = (PH2);
               productType = "com.apple.product-type.bundle.unit-test"; buildConfigurationList = TL; };
      AGG = {isa = PBXAggregateTarget; name = All; };
      PL = {isa = XCConfigurationList; buildConfigurations = (PD, PR); defaultConfigurationName = Release; };
      AL = {isa = XCConfigurationList; buildConfigurations = (AD, AR); };
      TL = {isa = XCConfigurationList; buildConfigurations = (TR); };
      PD = {isa = XCBuildConfiguration; name = Debug; buildSettings = {SWIFT_VERSION = 4.2;}; };
      PR = {isa = XCBuildConfiguration; name = Release; buildSettings = {\(project)};
            \(configurationFile ? "baseConfigurationReference = CFG;" : "") };
      AD = {isa = XCBuildConfiguration; name = Debug; buildSettings = {}; };
      AR = {isa = XCBuildConfiguration; name = Release; buildSettings = {\(app)}; };
      TR = {isa = XCBuildConfiguration; name = Release; buildSettings = {}; };
    }; }
    """
  }
}
