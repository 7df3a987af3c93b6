/// Types of Apple's frameworks that belong to the main actor, so that what inherits from them does.
public enum MainActorNames {
  /// Whether a class, by name or by the pattern of names in its framework, is on the main actor.
  public static func isClass(_ name: String) -> Bool {
    classes.contains(name)
  }

  /// Whether a protocol is on the main actor, so that a type that conforms in its declaration is.
  public static func isProtocol(_ name: String) -> Bool {
    protocols.contains(name)
  }

  private static let classes: Set<String> = [
    "UIViewController", "UIView", "UIResponder", "UIApplication", "UIWindow", "UIControl",
    "UIButton", "UILabel", "UIImageView", "UITableView", "UITableViewCell",
    "UITableViewController", "UICollectionView", "UICollectionViewCell",
    "UICollectionViewController", "UICollectionReusableView", "UINavigationController",
    "UITabBarController", "UISplitViewController", "UIPageViewController", "UIAlertController",
    "UIHostingController", "UIScrollView", "UIStackView", "UITextField", "UITextView",
    "UISearchController", "UIGestureRecognizer", "UIBarButtonItem", "UIActivityViewController",
    "UITableViewHeaderFooterView", "UITableViewDiffableDataSource", "UIToolbar", "UINavigationBar",
    "UIRefreshControl", "UISwitch", "UISlider", "UIPickerView", "UIDatePicker", "UIScene",
    "UIWindowScene", "UIPresentationController", "UIDocument", "UIInputViewController",
    "NSViewController", "NSView", "NSWindow", "NSWindowController", "NSResponder", "NSApplication",
    "NSControl", "NSButton", "NSTextField", "NSTextView", "NSTableView", "NSTableCellView",
    "NSOutlineView", "NSCollectionView", "NSCollectionViewItem", "NSSplitViewController",
    "NSTabViewController", "NSHostingView", "NSHostingController", "NSMenu", "NSMenuItem",
    "NSToolbar", "NSStatusItem", "NSScrollView", "NSStackView", "NSImageView", "NSPanel",
    "NSDocument", "WKWebView", "MKMapView", "WKInterfaceController", "SKScene", "SCNView",
    "CPTemplateApplicationScene",
  ]

  private static let protocols: Set<String> = [
    "View", "App", "Scene", "ViewModifier", "UIViewRepresentable", "UIViewControllerRepresentable",
    "NSViewRepresentable", "NSViewControllerRepresentable", "UIApplicationDelegate",
    "UISceneDelegate", "UIWindowSceneDelegate", "NSApplicationDelegate", "UITableViewDelegate",
    "UITableViewDataSource", "UICollectionViewDelegate", "UICollectionViewDataSource",
    "UITextFieldDelegate", "UITextViewDelegate", "UIScrollViewDelegate", "DynamicProperty",
    "Commands", "ToolbarContent", "PreviewProvider", "Widget",
  ]
}
